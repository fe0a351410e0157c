import type { Tx } from "@/lib/store/client";
import { holdRows } from "@/lib/store/hold-rows";
import { memories, memoryContents, memorySources } from "@/lib/store/schema/memory";
import { sourceRowId } from "@/lib/store/sealing/open-rows";
import { encryptsEverything } from "@/lib/store/sealing/encrypts-everything";
import { type Sealer, sealerOfMemory } from "@/lib/store/sealing/seal-rows";

type Sealed = "keyId" | "sealed";
export type NewMemory = typeof memories.$inferInsert;
export type NewContent = Omit<typeof memoryContents.$inferInsert, Sealed>;
export type NewSource = Omit<typeof memorySources.$inferInsert, Sealed>;

/**
 * One version: its claim, what it says, and the event it rests on. Never updated but in its state.
 * @param sealer of whom it concerns, when it is to be kept encrypted
 * @throws Error before anything is written in clear that must not be
 */
export async function insertVersion(
  tx: Tx,
  memory: NewMemory,
  content: NewContent,
  source: NewSource,
  sealer: Sealer | null = null,
): Promise<void> {
  const { tenantId } = memory;
  if (sealer === null && (memory.sensitivity === "high" || (await encryptsEverything(tx, tenantId))))
    throw new Error("a version that is to be kept encrypted is never written in clear");
  holdRows(tx, memories, tenantId, [memory]);
  holdRows(tx, memoryContents, tenantId, [sealer ? sealContent(sealer, content) : content]);
  holdRows(tx, memorySources, tenantId, [sealer ? sealSource(sealer, source) : source]);
}

/**
 * One more piece of evidence for or against a version; the same event counts once.
 * @param given of whom it concerns, when the version it belongs to is kept encrypted; found out when left out
 */
export async function insertSource(tx: Tx, source: NewSource, given?: Sealer | null): Promise<void> {
  const known = given !== undefined || !source.quote;
  const sealer = known
    ? (given ?? null)
    : await sealerOfMemory(tx, source.tenantId, source.memoryId, source.recordedAt);
  holdRows(tx, memorySources, source.tenantId, [sealer ? sealSource(sealer, source) : source]);
}

/** What is sealed of a version. Topic, purpose and session are compared for equality, so tokens stand in their places. */
export function sealContent(sealer: Sealer, content: NewContent): typeof memoryContents.$inferInsert {
  const { value, statement, topic, purpose, consentBasis, writeReason, metadata, episode } = content;
  return {
    ...content,
    value: "",
    statement: "",
    topic: topic ? sealer.token("topic", topic) : null,
    purpose: purpose ? sealer.token("purpose", purpose) : null,
    consentBasis: null,
    writeReason: null,
    metadata: toSessionToken(sealer, metadata),
    episode: null,
    ...sealer.seal("memory_contents", content.memoryId, {
      value,
      statement,
      topic,
      purpose,
      consent_basis: consentBasis,
      write_reason: writeReason,
      metadata,
      episode,
    }),
  };
}

function toSessionToken(sealer: Sealer, metadata: unknown): Record<string, string> {
  const session = (metadata as { session_id?: unknown } | null)?.session_id;
  return typeof session === "string" ? { session_id: sealer.token("session_id", session) } : {};
}

export function sealSource(sealer: Sealer, source: NewSource): typeof memorySources.$inferInsert {
  if (!source.quote) return source;
  return {
    ...source,
    quote: null,
    ...sealer.seal("memory_sources", sourceRowId(source), { quote: source.quote }),
  };
}
