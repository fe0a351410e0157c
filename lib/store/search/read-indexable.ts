import { sql } from "drizzle-orm";
import type { Kind } from "@/lib/contracts/common";
import type { Tx } from "@/lib/store/client";
import { queryRows, toInstant } from "@/lib/store/rows";
import { openMemoryRows } from "@/lib/store/sealing/open-memory-rows";
import { textArray } from "@/lib/store/search/parameters";

/** What of a memory the indexes are made from. */
export interface IndexableRow {
  memoryId: string;
  scope: string;
  kind: Kind;
  statement: string;
  topic: string | null;
  episode: unknown;
  metadata: unknown;
  subject: string | null;
  predicate: string | null;
  observedAt: Date;
  /** What of it the index holds in clear because the memory itself does not; null where it does. */
  shown: { preview: string; name: string | null } | null;
}

/** A value longer than this is a sentence, not the name of somebody or something. */
const LONGEST_NAME = 80;

function nameIn(value: unknown): string | null {
  if (typeof value !== "string" || value.length < 2 || value.length > LONGEST_NAME) return null;
  return value;
}

/** The words of these memories, as far as they may stand in an index at all; the rest is absent. */
export async function listIndexable(
  tx: Tx,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<IndexableRow[]> {
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select m.memory_id, m.scope, m.kind, m.observed_at, c.value, c.statement, c.topic, c.episode, c.metadata, c.key_id, c.sealed, f.subject, f.predicate
      from memories m
      join memory_contents c on c.tenant_id = ${tenantId} and c.memory_id = m.memory_id
      join facts f on f.tenant_id = ${tenantId} and f.fact_id = m.fact_id
      where m.tenant_id = ${tenantId} and m.memory_id = any(${textArray(memoryIds)})
        and m.sensitivity <> 'high' and m.status in ('active', 'superseded', 'expired', 'archived')`,
  );
  const readable = await openMemoryRows(tx, tenantId, rows);
  return readable.map((row) => ({
    memoryId: String(row.memory_id),
    scope: String(row.scope),
    kind: row.kind as Kind,
    statement: String(row.statement),
    topic: row.topic as string | null,
    episode: row.episode,
    metadata: row.metadata,
    subject: row.subject as string | null,
    predicate: row.predicate as string | null,
    observedAt: toInstant(row.observed_at),
    shown: row.key_id ? { preview: String(row.statement), name: nameIn(row.value) } : null,
  }));
}
