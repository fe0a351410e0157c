import type { Calibration } from "@/lib/engine/policy/calibrate-chances";
import type { RetrievalPolicy } from "@/lib/engine/policy/retrieval-policy";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";

/** What a tenant decides, as data. Every decision names the version it was taken under. */
export interface Policy {
  version: number;
  write: WritePolicy;
  retrieval: RetrievalPolicy;
  /** Chances of use as recorded use shows them; null before there is enough of it. */
  calibration: Calibration | null;
}
