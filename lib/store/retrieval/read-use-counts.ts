import { desc, eq, sql } from "drizzle-orm";
import type { Kind } from "@/lib/contracts/common";
import type { CalibratedChance, UseCount } from "@/lib/engine/policy/calibrate-chances";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { utilityCalibrations } from "@/lib/store/schema/tenancy";
import { instantParam } from "@/lib/store/search/parameters";

/** How often what was remembered before this moment was used, by kind and type of scope. Held and erased ones aside. */
export async function readUseCounts(tx: Tx, tenantId: string, recordedBefore: Date): Promise<UseCount[]> {
  const rows = await queryRows<{ kind: Kind; scope_type: string; sample: number; used: number }>(
    tx,
    sql`select kind, split_part(scope, ':', 1) as scope_type, count(*)::int as sample,
        (count(*) filter (where use_count > 0))::int as used
      from memories
      where tenant_id = ${tenantId} and recorded_at < ${instantParam(recordedBefore)}
        and status in ('active', 'superseded', 'expired', 'archived')
      group by 1, 2 order by 1, 2`,
  );
  return rows.map((row) => ({
    kind: row.kind,
    scopeType: row.scope_type,
    sample: row.sample,
    used: row.used,
  }));
}

/** Retrievals whose use was reported, counted up to `most`. */
export async function countUseReports(tx: Tx, tenantId: string, most: number): Promise<number> {
  const [row] = await queryRows<{ reports: number }>(
    tx,
    sql`select count(*)::int as reports from
      (select distinct retrieval_id from usage where tenant_id = ${tenantId} limit ${most}) told`,
  );
  return row?.reports ?? 0;
}

export async function findLatestCalibration(
  tx: Tx,
  tenantId: string,
): Promise<{ version: number; createdAt: Date } | null> {
  const [row] = await tx
    .select({ version: utilityCalibrations.version, createdAt: utilityCalibrations.createdAt })
    .from(utilityCalibrations)
    .where(eq(utilityCalibrations.tenantId, tenantId))
    .orderBy(desc(utilityCalibrations.version))
    .limit(1);
  return row ?? null;
}

/** False when another process wrote this version first. */
export async function insertCalibration(
  tx: Tx,
  row: {
    tenantId: string;
    version: number;
    body: { chances: Record<string, CalibratedChance>; reports: number; recordedBefore: string };
    createdAt: Date;
  },
): Promise<boolean> {
  const inserted = await tx
    .insert(utilityCalibrations)
    .values(row)
    .onConflictDoNothing()
    .returning({ version: utilityCalibrations.version });
  return inserted.length > 0;
}
