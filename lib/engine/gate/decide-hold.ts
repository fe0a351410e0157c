import type { GateVerdict } from "@/lib/contracts/memories";
import type { Principal } from "@/lib/engine/model/principal";

const SUSPICIOUS = new Set(["instruction_in_external", "rule_from_external", "hidden_characters"]);

export interface Hold {
  status: "pending_approval" | "quarantined";
  reasonCode: string;
}

/**
 * Whether something that may not pass is kept for a person to look at. Suspicious external text is: an operator must
 * be able to see what was tried. What any other gate denies is not kept at all.
 */
export function decideHold(verdicts: readonly GateVerdict[], principal: Principal): Hold | null {
  const denied = verdicts.filter((verdict) => verdict.verdict === "deny");
  const first = denied[0];
  if (first) {
    return denied.every((verdict) => SUSPICIOUS.has(verdict.code))
      ? { status: "quarantined", reasonCode: first.code }
      : null;
  }
  return principal.writeMode === "propose"
    ? { status: "pending_approval", reasonCode: "write_mode_propose" }
    : null;
}
