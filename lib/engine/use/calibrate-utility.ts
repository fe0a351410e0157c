import type { EngineDeps } from "@/lib/engine/model/deps";
import { calibrateChances } from "@/lib/engine/policy/calibrate-chances";
import { DAY_MS, LEAST_REPORTS, TIME_TO_BE_USED_MS } from "@/lib/engine/use/calibration-terms";
import { appendAudit } from "@/lib/store/audit";
import {
  countUseReports,
  findLatestCalibration,
  insertCalibration,
  readUseCounts,
} from "@/lib/store/retrieval/read-use-counts";

/**
 * Works out P(use) from what was really used, at most once a day for a tenant. Nothing is concluded before enough uses
 * were reported: silence is not disuse.
 * @returns the new calibration's version, or null
 */
export async function calibrateUtility(deps: EngineDeps, tenantId: string): Promise<number | null> {
  const { database, ports } = deps;
  const now = ports.clock.now();
  return database.withTenant(tenantId, async (tx) => {
    const latest = await findLatestCalibration(tx, tenantId);
    if (latest && now.getTime() - latest.createdAt.getTime() < DAY_MS) return null;
    const reports = await countUseReports(tx, tenantId, 100_000);
    if (reports < LEAST_REPORTS) return null;
    const recordedBefore = new Date(now.getTime() - TIME_TO_BE_USED_MS);
    const { write } = await deps.policyFor(tx, tenantId);
    const counts = await readUseCounts(tx, tenantId, recordedBefore);
    const chances = calibrateChances(counts, write.utility.chanceOfUse);
    if (Object.keys(chances).length === 0) return null;
    const version = (latest?.version ?? 0) + 1;
    const body = { chances, reports, recordedBefore: recordedBefore.toISOString() };
    if (!(await insertCalibration(tx, { tenantId, version, body, createdAt: now }))) return null;
    await appendAudit(
      tx,
      {
        requestId: ports.newId("req"),
        principal: {
          tenantId,
          actor: { kind: "job", id: "calibrate_utility", name: null },
          via: "job",
          roles: [],
          scopes: [],
          purposes: null,
          sourceTypes: [],
          writeMode: "none",
          self: null,
          keyId: null,
        },
      },
      {
        auditId: ports.newId("aud"),
        at: now,
        action: "policy.calibrated",
        objectType: "calibration",
        objectId: String(version),
        details: { version, reports, chances: Object.keys(chances).length },
      },
    );
    return version;
  });
}
