import { type SQL, sql } from "drizzle-orm";
import type { RetentionRule } from "@/lib/engine/policy/lifecycle-policy";
import type { Tx } from "@/lib/store/client";
import { notHeld } from "@/lib/store/erasure/hold-records";
import { queryRows } from "@/lib/store/rows";
import { instantParam, textArray } from "@/lib/store/search/parameters";

export interface Outlived {
  memoryId: string;
  /** Whose it is: the person whose scope it stands in or whom it is about; null for anybody's. */
  person: string | null;
}

const PAST = ["superseded", "expired", "revoked", "archived"];

/** What a rule of retention says has been kept long enough, oldest first; without what waits for an erasure already. */
export async function listOutlived(
  tx: Tx,
  tenantId: string,
  rule: RetentionRule,
  now: Date,
  limit: number,
): Promise<Outlived[]> {
  const before = instantParam(new Date(now.getTime() - rule.days * 86_400_000));
  const age = rule.of === "live" ? sql`m.recorded_at` : sql`m.updated_at`;
  const statuses = rule.of === "live" ? ["active"] : PAST;
  const oneOf = (column: SQL, values: readonly string[] | undefined) =>
    values === undefined ? sql`` : sql`and ${column} = any(${textArray(values)})`;
  const rows = await queryRows<{ memory_id: string; person: string | null }>(
    tx,
    sql`select m.memory_id, case when starts_with(m.scope, 'user:') then m.scope
          when starts_with(f.subject, 'user:') then f.subject end as person
      from memories m join facts f on f.tenant_id = ${tenantId} and f.fact_id = m.fact_id
      where m.tenant_id = ${tenantId} and m.status = any(${textArray(statuses)}) and m.withheld_by is null
        and ${notHeld(tenantId)}
        and ${age} <= ${before}
        ${oneOf(sql`m.kind`, rule.kinds)} ${oneOf(sql`m.sensitivity`, rule.sensitivities)}
      order by ${age}, m.memory_id limit ${limit}::int`,
  );
  return rows.map((row) => ({ memoryId: row.memory_id, person: row.person }));
}
