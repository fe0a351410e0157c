import { sql } from "drizzle-orm";
import type { Confirmation, Status } from "@/lib/contracts/common";
import type { MemoryHistory, Period, Transition } from "@/lib/contracts/memories";
import type { Tx } from "@/lib/store/client";
import { readMemories } from "@/lib/store/memory/read-memories";
import { createOpener, type Opener, toSealed } from "@/lib/store/sealing/open-rows";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";

/** All versions of a fact, newest first, with each change of state and what was held when. Erased ones leave gaps. */
export async function readHistory(
  tx: Tx,
  tenantId: string,
  factId: string,
  now: Date,
): Promise<MemoryHistory> {
  const ids = await queryRows<{ memory_id: string }>(
    tx,
    sql`select memory_id from memories where tenant_id = ${tenantId} and fact_id = ${factId} order by revision desc`,
  );
  const items = await readMemories(
    tx,
    tenantId,
    ids.map((row) => row.memory_id),
    { now },
  );
  const transitions = await queryRows<Record<string, unknown>>(
    tx,
    sql`select t.*, coalesce(a.name, u.display_name) as actor_name from memory_transitions t
        left join agents a on a.tenant_id = t.tenant_id and a.agent_id = t.actor_id
        left join users u on u.tenant_id = t.tenant_id and u.user_id = t.actor_id
        where t.tenant_id = ${tenantId} and t.fact_id = ${factId} order by t.at desc, t.transition_id desc`,
  );
  const opener = await createOpener(tx, tenantId, transitions.map(toSealed));
  const periods = await queryRows<Record<string, unknown>>(
    tx,
    sql`select memory_id, lower(valid) as vf, upper(valid) as vt, lower(known) as kf, upper(known) as kt, confirmation
        from memory_periods where tenant_id = ${tenantId} and fact_id = ${factId} order by lower(known) desc, lower(valid) desc`,
  );
  return {
    fact_id: factId,
    items,
    transitions: transitions.map((row) => toTransition(row, openReason(opener, row))),
    periods: periods.map(toPeriod),
  };
}

function openReason(opener: Opener, row: Record<string, unknown>): string | null {
  const said = opener.open<{ reason: string }>(
    "memory_transitions",
    String(row.transition_id),
    toSealed(row),
  );
  return said?.reason ?? (row.reason as string | null) ?? null;
}

function toTransition(row: Record<string, unknown>, reason: string | null): Transition {
  return {
    at: toInstant(row.at).toISOString(),
    memory_id: String(row.memory_id),
    operation: String(row.operation),
    from_status: (row.from_status as Status | null) ?? null,
    to_status: row.to_status as Status,
    from_confirmation: (row.from_confirmation as Confirmation | null) ?? null,
    to_confirmation: row.to_confirmation as Confirmation,
    actor: {
      kind: String(row.actor_kind),
      id: String(row.actor_id),
      name: (row.actor_name as string | null) ?? null,
    },
    reason_code: String(row.reason_code),
    reason,
  };
}

function toPeriod(row: Record<string, unknown>): Period {
  return {
    memory_id: String(row.memory_id),
    valid_from: toInstant(row.vf).toISOString(),
    valid_to: toInstantOrNull(row.vt)?.toISOString() ?? null,
    recorded_at: toInstant(row.kf).toISOString(),
    retired_at: toInstantOrNull(row.kt)?.toISOString() ?? null,
    confirmation: row.confirmation as Confirmation,
  };
}
