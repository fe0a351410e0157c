import { type Calibration, findChance } from "@/lib/engine/policy/calibrate-chances";
import type { Utility } from "@/lib/contracts/memories";
import type { Admission, Proposal } from "@/lib/engine/model/proposal";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";

/**
 * P(use) is the policy's for the kind, or what recorded use made of it (calibrate-chances.ts).
 * U(m) = P(future use)·B − C_storage − C_error − C_privacy, each in [0,1]. B grows with importance
 * (I = (raw − 1)/9); the cost of error with doubt (1 − certainty·trust).
 */
export function decideUtility(
  proposal: Proposal,
  admission: Admission,
  policy: WritePolicy,
  calibration: Calibration | null = null,
): Utility {
  const numbers = policy.utility;
  const calibrated = findChance(calibration, proposal.kind, proposal.scope);
  const importance = (admission.importance - 1) / 9;
  const p_use =
    (calibrated ?? numbers.chanceOfUse[proposal.kind]) *
    (proposal.temporalScope === "temporary" ? numbers.temporaryFactor : 1);
  const benefit = numbers.benefitFloor + (1 - numbers.benefitFloor) * importance;
  const storage = Math.min(1, (numbers.storagePerThousand * sizeOf(proposal)) / 1000);
  const error = numbers.errorCost * (1 - proposal.certainty * admission.trust);
  const privacy = numbers.privacyCost[proposal.sensitivity];
  const total = p_use * benefit - storage - error - privacy;
  const round = (value: number) => Math.round(value * 10_000) / 10_000;
  return {
    p_use: round(p_use),
    benefit: round(benefit),
    storage: round(storage),
    error: round(error),
    privacy: round(privacy),
    total: round(total),
    threshold: numbers.threshold,
    calibration: calibrated === null ? null : (calibration?.version ?? null),
  };
}

/** Everything that is kept of it, in characters. */
function sizeOf({ statement, value, metadata, episode }: Proposal): number {
  const rest = [value, metadata, episode].map((part) =>
    part === null ? 0 : (JSON.stringify(part)?.length ?? 0),
  );
  return rest.reduce((sum, length) => sum + length, statement.length);
}
