import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { aheadOf } from "@/lib/store/look-ahead";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";
import { runs } from "@/lib/store/schema/naming";

/** When a run ended; null while it has not. */
export async function findRunEnd(tx: Tx, tenantId: string, scope: string): Promise<Date | null> {
  const ahead = aheadOf(tx);
  if (ahead?.foreseen.run === scope) return toInstantOrNull((await ahead.found).run_end);
  const [row] = await tx
    .select({ endedAt: runs.endedAt })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.scope, scope)));
  return row?.endedAt ?? null;
}

/** A run is known by what was recorded or is remembered in it. */
export async function isRunKnown(tx: Tx, tenantId: string, scope: string): Promise<boolean> {
  const [row] = await queryRows<{ known: boolean }>(
    tx,
    sql`select exists (select 1 from events where tenant_id = ${tenantId} and scope = ${scope})
      or exists (select 1 from memories where tenant_id = ${tenantId} and scope = ${scope}) as known`,
  );
  return row?.known ?? false;
}

/** Writes the end, once: of two that end a run at the same time the first one's end stands. @returns whether this was it */
export async function insertRunEnd(tx: Tx, run: typeof runs.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(runs).values(run).onConflictDoNothing().returning({ scope: runs.scope });
  return rows.length > 0;
}

/** Facts of a scope that have a version in force now or later, in the order in which every writer locks them. */
export async function listLivingFacts(
  tx: Tx,
  tenantId: string,
  scope: string,
): Promise<{ factId: string; memoryIds: string[] }[]> {
  const rows = await queryRows<{ fact_id: string; memory_ids: string[] }>(
    tx,
    sql`select fact_id, json_agg(memory_id order by memory_id) as memory_ids from memories
        where tenant_id = ${tenantId} and scope = ${scope} and status = 'active' group by fact_id order by fact_id`,
  );
  return rows.map((row) => ({ factId: row.fact_id, memoryIds: row.memory_ids }));
}

/** Runs with living memories of which nothing was heard since this instant, with the last that was. */
export async function listSilentRuns(
  tx: Tx,
  tenantId: string,
  since: Date,
  limit: number,
): Promise<{ scope: string; lastHeard: Date }[]> {
  const rows = await queryRows<{ scope: string; last_heard: unknown }>(
    tx,
    sql`select r.scope, greatest(r.last_change, (select max(e.recorded_at) from events e
          where e.tenant_id = ${tenantId} and e.scope = r.scope)) as last_heard
        from (select scope, max(recorded_at) as last_change from memories
          where tenant_id = ${tenantId} and status = 'active' and starts_with(scope, 'run:') group by scope) r
        where r.last_change <= ${since.toISOString()}::timestamptz
          and not exists (select 1 from events e where e.tenant_id = ${tenantId} and e.scope = r.scope
            and e.recorded_at > ${since.toISOString()}::timestamptz)
        order by r.scope limit ${limit}`,
  );
  return rows.map((row) => ({ scope: row.scope, lastHeard: toInstant(row.last_heard) }));
}
