import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows, toInstantOrNull } from "@/lib/store/rows";

/** What stands around the tables: places a copy could be that are not ours to delete from, or that do not exist here. */
export interface Surroundings {
  /** Tables for relations between things; 0 means there is no such index. */
  relationTables: number;
  /** Kept answers of retried requests; they hold ids alone. */
  keptAnswers: number;
  /** `position` is where the log stands now: a copy that has replayed past it has replayed the erasure. */
  replicas: { connected: number; slots: number; position: string };
  /** Backups that were made before the erasure; those of them that still exist; when the last of these ends. */
  backups: { known: number; living: number; lastEnds: Date | null };
}

/**
 * Name in instance_settings under which whoever makes backups says so: `{ items: [{ made_at, expires_at }] }`, and for
 * those that Keepsake makes itself also `path` and, once it is gone, `removed_at`.
 */
export const BACKUPS_SETTING = "backups";

/** @param erasedAt backups made after this instant never held what was erased */
export async function probeSurroundings(
  tx: Tx,
  tenantId: string,
  erasedAt: Date,
  now: Date,
): Promise<Surroundings> {
  const [row] = await queryRows<{
    relation_tables: number;
    kept_answers: number;
    connected: number;
    slots: number;
    position: string;
    known: number;
    living: number;
    last_ends: unknown;
  }>(
    tx,
    sql`select
      (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and relname = 'relations') as relation_tables,
      (select count(*)::int from idempotency_keys where tenant_id = ${tenantId} and answer is not null) as kept_answers,
      (select count(*)::int from pg_stat_replication) as connected,
      (select count(*)::int from pg_replication_slots) as slots,
      pg_current_wal_insert_lsn()::text as position,
    b.known, b.living, b.last_ends
    from (
      select count(*)::int as known,
        (count(*) filter (where living))::int as living,
        max((item ->> 'expires_at')::timestamptz) as last_ends
      from instance_settings s, jsonb_array_elements(s.value -> 'items') as item,
        -- One of ours lives until it was seen to be gone; of one that others told of, its date is all there is.
        lateral (select case when jsonb_exists(item, 'path') then item ->> 'removed_at' is null
          else (item ->> 'expires_at')::timestamptz > ${now.toISOString()}::timestamptz end as living) l
      where s.name = ${BACKUPS_SETTING} and (item ->> 'made_at')::timestamptz <= ${erasedAt.toISOString()}::timestamptz
    ) b`,
  );
  if (!row) throw new Error("the database did not say what stands around it");
  return {
    relationTables: row.relation_tables,
    keptAnswers: row.kept_answers,
    replicas: { connected: row.connected, slots: row.slots, position: row.position },
    backups: { known: row.known, living: row.living, lastEnds: toInstantOrNull(row.last_ends) },
  };
}

export interface ReplicaPositions {
  connected: number;
  passed: number;
  /** Copies whose position this login may not read, or that do not report one. */
  unreadable: number;
}

/** @param tx of the owner: a restricted login is told nothing of replication */
export async function readReplicaPositions(tx: Tx, position: string): Promise<ReplicaPositions> {
  const [row] = await queryRows<ReplicaPositions>(
    tx,
    sql`select count(*)::int as connected,
      (count(*) filter (where coalesce(replay_lsn, flush_lsn) >= ${position}::text::pg_lsn))::int as passed,
      (count(*) filter (where coalesce(replay_lsn, flush_lsn) is null))::int as unreadable
      from pg_stat_replication`,
  );
  if (!row) throw new Error("the database did not say who copies it");
  return row;
}
