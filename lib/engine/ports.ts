import type { TokenCount } from "@/lib/engine/model/model-failure";
import type { ErasureEntry } from "@/lib/store/backup/erasure-entry";
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
  /** The outcome of some work, if it comes within so many milliseconds; else it is an error. Absent: however long it takes. */
  within?<T>(ms: number, work: Promise<T>): Promise<T>;
  keys: TenantKeys;
  /** The configured one: vectors are made for it, or are going to be. */
  embedder: Embedder | null;
  /** Others that this process can run: one of them may serve a tenant until the configured one's vectors are ready. */
  otherEmbedders?: readonly Embedder[];
  /** Reads events beside the rules; null when none is configured. */
  extractionModel: ExtractionModel | null;
  signer: { keyId: string; publicKey: string; sign(text: string): string };
  /** Told how far a write or an erasure has come. Nobody listens but the tests that let the process die there. */
  reached?(point: WritePoint | ErasePoint): void;
  /**
   * Keeps, outside the database, which erasures ran: a restored backup is erased again from it. Resolves once it is on
   * the disk; the same entry may come twice. Null where no backups are made.
   */
  erasures?: { keep(entry: ErasureEntry): Promise<void> } | null;
  report: { warn(fields: Record<string, unknown>, message: string): void };
}

export const WRITE_POINTS = [
  "observed",
  "gated",
  "locked",
  "written",
  "committed",
  "indexing",
  "indexed",
] as const;
/** How far a write is decided, in its order: the event, the verdicts, the fact under its lock, all rows; then committed … */
export type WritePoint = (typeof WRITE_POINTS)[number];

export const ERASE_POINTS = ["requested", "erased", "durable", "kept", "looked", "checked"] as const;
/**
 * How far an erasure has come: written down; the words gone, not committed yet; committed; in the ledger outside; every
 * place looked at once more, not committed yet; told as it is.
 */
export type ErasePoint = (typeof ERASE_POINTS)[number];

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
  | "meaning"
  | "source"
  | "extraction";

export interface Embedder {
  /** Names the model and its version: vectors of different models never meet. */
  readonly model: string;
  readonly dimensions: number;
  /** Weight of the dense score in R, and the languages it covers (BCP 47 primary tags). Measured, see lib/bench. */
  readonly profile: { denseWeight: number; languages: readonly string[] };
  /**
   * One unit-length vector per text, in order; of questions or, by itself, of what is to be found by them: some models
   * tell the two apart. @throws when the model cannot answer
   */
  embed(texts: readonly string[], role?: "query" | "passage"): Promise<number[][]>;
  /** Lets go of what it holds, a thread for example. */
  close?(): Promise<void>;
}

/** A language model that proposes what a text says. Nothing of its answer is trusted beyond its shape. */
export interface ExtractionModel {
  /** The model's own name, as its endpoint knows it. */
  readonly name: string;
  /**
   * The things that a text states, as the model reads it. Called outside every transaction.
   * @throws ModelFailure, and nothing else
   */
  extract(request: ExtractionRequest): Promise<ExtractionAnswer>;
  /** Until when calls are refused without being made, because the last ones failed; null when they are made. */
  closedUntil(): Date | null;
}

export interface ExtractionRequest {
  text: string;
  /** What kind of event it is from, so that a document is not read as its reader's own words. */
  eventType: string;
  sourceType: string;
  occurredAt: Date;
  /** More are not wanted. */
  mostCandidates: number;
}

export interface ExtractionAnswer {
  candidates: ModelCandidate[];
  /** Items of the answer that had no usable shape. */
  malformed: number;
  tokens: TokenCount;
}

/** A proposal as a model makes it. It names no scope, no source and no confirmation: those are the event's. */
export interface ModelCandidate {
  /** Claimed to stand word for word in the text. */
  quote: string;
  /** `speaker`, `scope`, or the name of something that the text names. */
  subject: string;
  predicate: string;
  value: string | number | boolean | string[];
  certainty: number;
  kind: "semantic" | "procedural";
  cardinality: "one" | "many";
  sensitivity: "low" | "medium" | "high";
  temporalScope: "permanent" | "preference" | "project_state" | "temporary" | null;
}
