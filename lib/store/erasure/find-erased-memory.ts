import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows, toInstant } from "@/lib/store/rows";

export interface ErasedMemory {
  memoryId: string;
  factId: string;
  scope: string;
  /** Null when the fact's key went too. */
  subject: string | null;
  /** Whose memory it was, as the deletion that took it says. */
  concerned: string | null;
  deletedAt: Date;
  deletionId: string | null;
}

/** What is still known of an erased memory, or null when there is no such memory or it was not erased. */
export async function findErasedMemory(
  tx: Tx,
  tenantId: string,
  memoryId: string,
): Promise<ErasedMemory | null> {
  const [row] = await queryRows<{
    memory_id: string;
    fact_id: string;
    scope: string;
    subject: string | null;
    concerned: string | null;
    deleted_at: unknown;
    deletion_id: string | null;
  }>(
    tx,
    sql`select m.memory_id, m.fact_id, m.scope, f.subject, d.subject as concerned,
        coalesce(dm.erased_at, m.updated_at) as deleted_at, dm.deletion_id
      from memories m
        join facts f on f.tenant_id = ${tenantId} and f.fact_id = m.fact_id
        left join deletion_memories dm on dm.tenant_id = ${tenantId} and dm.memory_id = m.memory_id and dm.erased_at is not null
        left join deletions d on d.tenant_id = ${tenantId} and d.deletion_id = dm.deletion_id
      where m.tenant_id = ${tenantId} and m.memory_id = ${memoryId} and m.status = 'deleted'
      order by dm.erased_at limit 1`,
  );
  if (!row) return null;
  return {
    memoryId: row.memory_id,
    factId: row.fact_id,
    scope: row.scope,
    subject: row.subject,
    concerned: row.concerned,
    deletedAt: toInstant(row.deleted_at),
    deletionId: row.deletion_id,
  };
}
