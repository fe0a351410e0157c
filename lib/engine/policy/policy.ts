import type { Calibration } from "@/lib/engine/policy/calibrate-chances";
import type { LifecyclePolicy } from "@/lib/engine/policy/lifecycle-policy";
import type { RetrievalPolicy } from "@/lib/engine/policy/retrieval-policy";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";

/** What a tenant decides, as data. Every decision names the version it was taken under. */
export interface Policy {
  version: number;
  write: WritePolicy;
  retrieval: RetrievalPolicy;
  lifecycle: LifecyclePolicy;
  /** Chances of use as recorded use shows them; null before there is enough of it. */
  calibration: Calibration | null;
}

/** The parts that a tenant decides; what is worked out from use is none. */
export const POLICY_PARTS = ["write", "retrieval", "lifecycle"] as const;

/** Those parts by themselves, to be shown or compared. */
export function partsOf({
  write,
  retrieval,
  lifecycle,
}: Policy): Pick<Policy, (typeof POLICY_PARTS)[number]> {
  return { write, retrieval, lifecycle };
}
