import type { Gate } from "@/lib/engine/gate/gate-context";

/** Only a person's explicit word makes something confirmed. Everything else stays what it is: inferred or observed. */
export const evidence: Gate = ({ proposal }) => {
  const { sourceType, assertion, hedge } = proposal;
  if (sourceType === "user_confirmation" || sourceType === "approval") {
    return {
      gate: "evidence",
      verdict: "pass",
      code: "confirmed_by_person",
      reason: "A person confirmed it.",
    };
  }
  if (sourceType === "user_statement") {
    if (assertion === "explicit" && hedge === null) {
      return {
        gate: "evidence",
        verdict: "pass",
        code: "stated_by_person",
        reason: "A person stated it explicitly: the statement confirms it.",
      };
    }
    return {
      gate: "evidence",
      verdict: "downgrade",
      code: hedge === null ? "inferred_from_statement" : "hedged",
      reason:
        hedge === null
          ? "It is inferred from what a person said."
          : "The person hedged; it stays inferred until confirmed.",
    };
  }
  if (sourceType === "agent_inference") {
    return {
      gate: "evidence",
      verdict: "downgrade",
      code: "inferred_by_agent",
      reason: "An agent inferred it; it stays inferred until a person confirms it.",
    };
  }
  return {
    gate: "evidence",
    verdict: "pass",
    code: "observed",
    reason: "It was observed, not confirmed by a person.",
  };
};
