import type { IdPrefix } from "@/lib/platform/ids";

/** What truly varies around the engine. The database is not here: it is one dialect behind one door (lib/store). */
export interface EnginePorts {
  clock: { now(): Date };
  /** A new id; its time part comes from the clock. */
  newId(prefix: IdPrefix): string;
  /** Random bytes for salts. */
  randomBytes(length: number): Uint8Array;
  /** Milliseconds of a monotonic timer, for the trace. */
  elapsed(): number;
  keys: TenantKeys;
  embedder: Embedder | null;
  signer: { keyId: string; publicKey: string; sign(text: string): string };
  report: { warn(fields: Record<string, unknown>, message: string): void };
}

/** Keyed digests, one key for each tenant and purpose: equal content is recognised without keeping it. */
export interface TenantKeys {
  digest(tenantId: string, purpose: DigestPurpose, ...parts: string[]): string;
}
export type DigestPurpose =
  | "erased"
  | "dedupe"
  | "idempotency"
  | "embedding"
  | "receipt"
  | "session"
  | "value"
  | "source";

export interface Embedder {
  /** Names the model and its version: vectors of different models never meet. */
  readonly model: string;
  readonly dimensions: number;
  /** Weight of the dense score in R, and the languages it covers (BCP 47 primary tags). Measured, see lib/bench. */
  readonly profile: { denseWeight: number; languages: readonly string[] };
  /** One unit-length vector per text, in order. @throws when the model cannot answer */
  embed(texts: readonly string[]): Promise<number[][]>;
}
