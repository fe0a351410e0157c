import { sql } from "drizzle-orm";
import type { FactKey } from "@/lib/engine/model/fact-state";
import type { Tx } from "@/lib/store/client";
import { matchesKey } from "@/lib/store/memory/lock-fact";
import { queryRows } from "@/lib/store/rows";

export interface Holders {
  /** Who holds the asked instant as known then; the newest first. */
  holders: string[];
  /** Challengers of an open conflict about this fact. */
  challengers: string[];
}

/** What was true of a fact at `validAt`, as known at `knownAt` (null = now). */
export async function resolveFact(
  tx: Tx,
  tenantId: string,
  key: Omit<FactKey, "instance">,
  validAt: Date,
  knownAt: Date | null,
): Promise<Holders> {
  const known = knownAt ? sql`p.known @> ${knownAt.toISOString()}::timestamptz` : sql`upper_inf(p.known)`;
  const holders = await queryRows<{ memory_id: string }>(
    tx,
    sql`select distinct m.memory_id, m.observed_at, m.seq from facts
        join memory_periods p on p.tenant_id = ${tenantId} and p.fact_id = facts.fact_id
        join memories m on m.tenant_id = ${tenantId} and m.memory_id = p.memory_id
        where ${matchesKey(tenantId, key)}
          and p.valid @> ${validAt.toISOString()}::timestamptz and ${known} and m.withheld_by is null
        order by m.observed_at desc, m.seq desc`,
  );
  const challengers = await queryRows<{ memory_id: string }>(
    tx,
    sql`select x.challenger_id as memory_id from facts
        join conflicts x on x.tenant_id = ${tenantId} and x.fact_id = facts.fact_id
        where ${matchesKey(tenantId, key)}
          and x.closed_at is null`,
  );
  return {
    holders: holders.map((row) => row.memory_id),
    challengers: challengers.map((row) => row.memory_id),
  };
}
