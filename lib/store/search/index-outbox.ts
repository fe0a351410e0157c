import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { instantParam, textArray } from "@/lib/store/search/parameters";

/** The kind of outbox entry that owes a memory its index rows. */
export const INDEX_WORK = "memory.index";

/** Memories whose index rows are owed and due, oldest first, and how often that has failed. */
export async function listDueIndexWork(
  tx: Tx,
  tenantId: string,
  now: Date,
  limit: number,
): Promise<{ memoryId: string; attempts: number }[]> {
  const rows = await queryRows<{ object_id: string; attempts: number }>(
    tx,
    sql`select object_id, max(attempts) as attempts from outbox
      where tenant_id = ${tenantId} and kind = ${INDEX_WORK} and done_at is null and due_at <= ${instantParam(now)}
      group by object_id order by min(due_at), object_id limit ${limit}::int`,
  );
  return rows.map((row) => ({ memoryId: row.object_id, attempts: row.attempts }));
}

export async function completeIndexWork(
  tx: Tx,
  tenantId: string,
  memoryIds: readonly string[],
  now: Date,
): Promise<void> {
  await queryRows(
    tx,
    sql`update outbox set done_at = ${instantParam(now)}, last_error = null
      where tenant_id = ${tenantId} and kind = ${INDEX_WORK} and done_at is null and object_id = any(${textArray(memoryIds)})`,
  );
}

/** Another attempt later: 1 s, 2 s, 4 s … at most an hour. `code` never holds content. */
export async function postponeIndexWork(
  tx: Tx,
  tenantId: string,
  memoryIds: readonly string[],
  now: Date,
  code: string,
): Promise<void> {
  await queryRows(
    tx,
    sql`update outbox set attempts = attempts + 1, last_error = ${code},
        due_at = ${instantParam(now)} + least(3600, power(2, least(attempts, 12))) * interval '1 second'
      where tenant_id = ${tenantId} and kind = ${INDEX_WORK} and done_at is null and object_id = any(${textArray(memoryIds)})`,
  );
}
