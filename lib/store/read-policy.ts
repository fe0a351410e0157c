import { sql } from "drizzle-orm";
import type { Calibration } from "@/lib/engine/policy/calibrate-chances";
import type { Tx } from "@/lib/store/client";
import { type Ahead, aheadOf } from "@/lib/store/look-ahead";
import { queryRows } from "@/lib/store/rows";

export interface StoredPolicy {
  version: number;
  body: unknown;
  calibration: Calibration | null;
}

/**
 * The newest policy a tenant published, as stored, with the newest calibration of its numbers, in one statement; null
 * when it lives by the defaults.
 */
export async function readPolicy(tx: Tx, tenantId: string): Promise<StoredPolicy | null> {
  const ahead = aheadOf(tx);
  if (ahead) return fromAhead(ahead);
  const [row] = await queryRows<{
    version: number | null;
    body: unknown;
    calibrated: number | null;
    chances: Calibration["chances"] | null;
  }>(
    tx,
    sql`select p.version, p.body, c.version as calibrated, c.body -> 'chances' as chances
      from (select 1) one
      left join lateral (select version, body from policies where tenant_id = ${tenantId}
        order by version desc limit 1) p on true
      left join lateral (select version, body from utility_calibrations where tenant_id = ${tenantId}
        order by version desc limit 1) c on true`,
  );
  if (!row || (row.version === null && row.calibrated === null)) return null;
  return {
    version: row.version ?? 0,
    body: row.body ?? {},
    calibration:
      row.calibrated === null || row.chances === null
        ? null
        : { version: row.calibrated, chances: row.chances },
  };
}

async function fromAhead({ found }: Ahead): Promise<StoredPolicy | null> {
  const { version, body, calibrated, chances } = (await found).policy;
  if (version === null && calibrated === null) return null;
  return {
    version: version ?? 0,
    body: body ?? {},
    calibration:
      calibrated === null || !chances
        ? null
        : { version: calibrated, chances: chances as Calibration["chances"] },
  };
}
