import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { releaseMemories } from "@/lib/store/erasure/withhold-memories";
import { queryRows } from "@/lib/store/rows";

/** An erasure as it is kept outside the database: ids, codes, times and keyed digests, never a word. */
export interface ErasureEntry {
  tenantId: string;
  deletionId: string;
  status: string;
  /** Rows of each table as the database writes them in JSON. */
  rows: { deletions: string; deletion_memories: string; deletion_targets: string; tombstones: string };
}

/** Null for an erasure that has not begun: nothing is gone yet that a restored backup could bring back. */
export async function readErasureEntry(
  tx: Tx,
  tenantId: string,
  deletionId: string,
): Promise<ErasureEntry | null> {
  const of = (table: string) =>
    sql`(select coalesce(json_agg(t), '[]'::json)::text from ${sql.identifier(table)} t
      where t.tenant_id = ${tenantId} and t.deletion_id = ${deletionId})`;
  const [row] = await queryRows<{ status: string } & ErasureEntry["rows"]>(
    tx,
    sql`select d.status, ${of("deletions")} as deletions, ${of("deletion_memories")} as deletion_memories,
        ${of("deletion_targets")} as deletion_targets, ${of("tombstones")} as tombstones
      from deletions d where d.tenant_id = ${tenantId} and d.deletion_id = ${deletionId}
        and (d.started_at is not null or d.status = 'cancelled')`,
  );
  if (!row) return null;
  const { status, ...rows } = row;
  return { tenantId, deletionId, status, rows };
}

/** Erasures that ran or were cancelled and do not stand in the ledger outside yet, oldest first. */
export async function listUnkeptErasures(tx: Tx, tenantId: string, limit: number): Promise<string[]> {
  const rows = await queryRows<{ deletion_id: string }>(
    tx,
    sql`select deletion_id from deletions where tenant_id = ${tenantId} and kept_at is null
      and (started_at is not null or status = 'cancelled') order by deletion_id limit ${limit}::int`,
  );
  return rows.map((row) => row.deletion_id);
}

/** Every erasure that ran or was cancelled. */
export async function listBegunErasures(tx: Tx, tenantId: string): Promise<string[]> {
  const rows = await queryRows<{ deletion_id: string }>(
    tx,
    sql`select deletion_id from deletions where tenant_id = ${tenantId}
      and (started_at is not null or status = 'cancelled') order by deletion_id`,
  );
  return rows.map((row) => row.deletion_id);
}

export async function markErasureKept(tx: Tx, tenantId: string, deletionId: string, at: Date): Promise<void> {
  await tx.execute(sql`update deletions set kept_at = ${at.toISOString()}::timestamptz
    where tenant_id = ${tenantId} and deletion_id = ${deletionId}`);
}

/**
 * Writes an erasure into a restored database that does not know of it, as one that is to run: what the backup brought
 * back is erased again by the very steps that erased it first. A cancelled one is only written down.
 * @returns whether it has to run
 */
export async function applyErasureEntry(tx: Tx, entry: ErasureEntry): Promise<boolean> {
  const { tenantId, deletionId, rows } = entry;
  const [known] = await queryRows<{ over: boolean }>(
    tx,
    sql`select started_at is not null or status = 'cancelled' as over from deletions
      where tenant_id = ${tenantId} and deletion_id = ${deletionId}`,
  );
  if (known?.over) return false;
  for (const table of ["deletion_targets", "deletion_memories", "deletions"]) {
    await tx.execute(sql`delete from ${sql.identifier(table)}
      where tenant_id = ${tenantId} and deletion_id = ${deletionId}`);
  }
  for (const table of ["deletions", "deletion_memories", "deletion_targets", "tombstones"] as const) {
    const name = sql.identifier(table);
    await tx.execute(sql`insert into ${name}
      select * from json_populate_recordset(null::${name}, ${rows[table]}::text::json) on conflict do nothing`);
  }
  if (entry.status === "cancelled") {
    await releaseMemories(tx, tenantId, deletionId);
    return false;
  }
  await tx.execute(sql`update deletions set status = 'requested', started_at = null
    where tenant_id = ${tenantId} and deletion_id = ${deletionId}`);
  return true;
}
