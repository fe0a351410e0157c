import { type SQL, sql } from "drizzle-orm";
import type { Hold, HoldState } from "@/lib/contracts/holds";
import type { Tx } from "@/lib/store/client";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";
import { legalHolds } from "@/lib/store/schema/lifecycle";
import { textArray } from "@/lib/store/search/parameters";

/** States in which a hold holds. */
const HOLDING = ["active", "releasing"];

export async function insertHold(tx: Tx, row: typeof legalHolds.$inferInsert): Promise<void> {
  await tx.insert(legalHolds).values(row);
}

/** A step of the one who acts: moves it on if it stands where they saw it. @returns false when it has moved already */
export async function moveHold(
  tx: Tx,
  tenantId: string,
  holdId: string,
  from: HoldState,
  change: Partial<typeof legalHolds.$inferInsert>,
): Promise<boolean> {
  const rows = await tx
    .update(legalHolds)
    .set(change)
    .where(sql`tenant_id = ${tenantId} and hold_id = ${holdId} and state = ${from}`)
    .returning({ holdId: legalHolds.holdId });
  return rows.length === 1;
}

/** Newest first; those that were declined or released after the others. */
export async function listHolds(tx: Tx, tenantId: string, only: string | null = null): Promise<Hold[]> {
  const name = (column: SQL) =>
    sql`(select u.display_name from users u where u.tenant_id = ${tenantId} and u.user_id = ${column})`;
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select h.*, ${name(sql`h.placed_by_id`)} as placed_name, ${name(sql`h.decided_by_id`)} as decided_name,
        ${name(sql`h.release_asked_by_id`)} as asked_name, ${name(sql`h.released_by_id`)} as released_name,
        case when h.state = any(${textArray(HOLDING)}) then (
          select count(distinct d.deletion_id)::int from deletions d
            join deletion_memories dm on dm.tenant_id = ${tenantId} and dm.deletion_id = d.deletion_id
            join memories m on m.tenant_id = ${tenantId} and m.memory_id = dm.memory_id
            join facts f on f.tenant_id = ${tenantId} and f.fact_id = m.fact_id
          where d.tenant_id = ${tenantId} and d.status = 'requested' and ${coversMemory}) else 0 end as waiting
      from legal_holds h
      where h.tenant_id = ${tenantId} ${only === null ? sql`` : sql`and h.hold_id = ${only}`}
      order by (h.state in ('declined', 'released')), h.placed_at desc, h.hold_id desc limit 500`,
  );
  const actor = (id: unknown, named: unknown) =>
    typeof id === "string" ? { id, name: typeof named === "string" ? named : null } : null;
  const instant = (value: unknown) => toInstantOrNull(value)?.toISOString() ?? null;
  return rows.map((row) => ({
    hold_id: String(row.hold_id),
    scope: row.scope as string | null,
    subject: row.subject as string | null,
    reason_code: row.reason_code as Hold["reason_code"],
    reference: row.reference as string | null,
    state: row.state as HoldState,
    placed_by: actor(row.placed_by_id, row.placed_name) ?? { id: "", name: null },
    placed_at: toInstant(row.placed_at).toISOString(),
    decided_by: actor(row.decided_by_id, row.decided_name),
    decided_at: instant(row.decided_at),
    release_asked_by: actor(row.release_asked_by_id, row.asked_name),
    release_asked_at: instant(row.release_asked_at),
    released_by: actor(row.released_by_id, row.released_name),
    released_at: instant(row.released_at),
    waiting: Number(row.waiting),
  }));
}

/** Of a hold `h`, a memory `m` and its fact `f`: a person's are those of their scope and those about them elsewhere. */
const coversMemory = sql`(h.scope = m.scope or h.subject = m.scope or h.subject = f.subject)`;

/** Whether any of these memories or events must be kept for now. */
export async function isAnyHeld(
  tx: Tx,
  tenantId: string,
  what: { memoryIds: readonly string[]; eventIds: readonly string[] },
): Promise<boolean> {
  const rows = await queryRows(
    tx,
    sql`select 1 from legal_holds h
      where h.tenant_id = ${tenantId} and h.state = any(${textArray(HOLDING)}) and (exists (
        select 1 from memories m join facts f on f.tenant_id = ${tenantId} and f.fact_id = m.fact_id
        where m.tenant_id = ${tenantId} and m.memory_id = any(${textArray(what.memoryIds)}) and ${coversMemory}
      ) or exists (
        select 1 from events e left join event_payloads p on p.tenant_id = ${tenantId} and p.event_id = e.event_id
        where e.tenant_id = ${tenantId} and e.event_id = any(${textArray(what.eventIds)})
          and (h.scope = e.scope or h.subject = e.scope or h.subject = p.subject)
      )) limit 1`,
  );
  return rows.length > 0;
}

/** Of these deletions, those that wait because something they name must be kept for now. */
export async function listHeldDeletions(
  tx: Tx,
  tenantId: string,
  deletionIds: readonly string[],
): Promise<Set<string>> {
  const rows = await queryRows<{ deletion_id: string }>(
    tx,
    sql`select distinct dm.deletion_id from legal_holds h, deletion_memories dm
        join memories m on m.tenant_id = ${tenantId} and m.memory_id = dm.memory_id
        join facts f on f.tenant_id = ${tenantId} and f.fact_id = m.fact_id
      where h.tenant_id = ${tenantId} and h.state = any(${textArray(HOLDING)}) and dm.tenant_id = ${tenantId}
        and dm.deletion_id = any(${textArray(deletionIds)}) and dm.erased_at is null and ${coversMemory}`,
  );
  return new Set(rows.map((row) => row.deletion_id));
}

/** A condition on memories `m` with their facts `f`: that no hold covers them. */
export function notHeld(tenantId: string): SQL {
  return sql`not exists (select 1 from legal_holds h where h.tenant_id = ${tenantId}
    and h.state = any(${textArray(HOLDING)}) and ${coversMemory})`;
}
