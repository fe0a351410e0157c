import type { Gate } from "@/lib/engine/gate/gate-context";

/** Secrets are refused; they were masked before anything was stored. High sensitivity follows the policy. */
export const sensitivity: Gate = ({ proposal, policy }) => {
  if (proposal.secrets.length > 0) {
    return {
      gate: "sensitivity",
      verdict: "deny",
      code: "secret",
      reason: `A secret was found (${proposal.secrets.join(", ")}). Secrets are never remembered: keep it in a vault and remember its name.`,
    };
  }
  if (proposal.sensitivity === "high" && policy.highSensitivity === "deny") {
    return {
      gate: "sensitivity",
      verdict: "deny",
      code: "high_sensitivity_denied",
      reason: "The policy refuses memories of high sensitivity.",
    };
  }
  return {
    gate: "sensitivity",
    verdict: "pass",
    code: "sensitivity_allowed",
    reason: "Its sensitivity may be stored.",
  };
};
