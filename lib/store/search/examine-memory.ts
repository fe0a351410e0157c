import { sql } from "drizzle-orm";
import type { SourceType, Status } from "@/lib/contracts/common";
import type { HardFilter } from "@/lib/engine/model/read-query";
import type { Tx } from "@/lib/store/client";
import { queryRows, toInstant } from "@/lib/store/rows";
import { withTokens } from "@/lib/store/search/search-memories";
import { heldMemories } from "@/lib/store/search/hard-filter";

/** What the hard filter says of one memory now, with the numbers it compares and what the indexes hold of it. */
export interface Examined {
  /** False when it stands outside the scopes that were searched. */
  held: boolean;
  reject: string | null;
  status: Status;
  confirmation: string;
  trust: number;
  sourceType: SourceType;
  sensitivity: string;
  scope: string;
  subject: string | null;
  recordedAt: Date;
  indexed: { state: string; at: Date } | null;
}

/** @returns null when there is no such memory in the tenant */
export async function examineMemory(
  tx: Tx,
  tenantId: string,
  memoryId: string,
  filter: HardFilter,
): Promise<Examined | null> {
  const [row] = await queryRows<Record<string, unknown>>(
    tx,
    sql`select m.scope, m.status, m.confirmation, m.trust, m.provenance_type, m.sensitivity, m.recorded_at, f.subject,
        h.memory_id is not null as held, h.reject, s.state, s.indexed_at
      from memories m
      join facts f on f.tenant_id = ${tenantId} and f.fact_id = m.fact_id
      left join (${heldMemories(tenantId, withTokens(tx, tenantId, filter), memoryId)}) h on h.memory_id = m.memory_id
      left join search_index s on s.tenant_id = ${tenantId} and s.memory_id = m.memory_id
      where m.tenant_id = ${tenantId} and m.memory_id = ${memoryId}`,
  );
  if (!row) return null;
  return {
    held: row.held === true,
    reject: (row.reject as string | null) ?? null,
    status: row.status as Status,
    confirmation: String(row.confirmation),
    trust: Number(row.trust),
    sourceType: row.provenance_type as SourceType,
    sensitivity: String(row.sensitivity),
    scope: String(row.scope),
    subject: (row.subject as string | null) ?? null,
    recordedAt: toInstant(row.recorded_at),
    indexed: row.state ? { state: String(row.state), at: toInstant(row.indexed_at) } : null,
  };
}
