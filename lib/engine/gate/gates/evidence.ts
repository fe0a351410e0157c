import type { Gate } from "@/lib/engine/gate/gate-context";

/** Only a person's explicit word makes something confirmed. Everything else stays what it is: inferred or observed. */
export const evidence: Gate = {
  gate: "evidence",
  signals: {
    hedged: ({ proposal }) => proposal.hedge !== null,
    reference_not_found: ({ proposal }) => proposal.hearsay === true,
  },
  rules: [
    {
      when: { sourceTypes: ["user_confirmation", "approval"], all: ["reference_not_found"] },
      verdict: "downgrade",
      code: "reference_not_found",
      reason:
        "A key says that a person confirmed it, without their words, and its reference names nothing that they said: observed at most.",
    },
    {
      when: { sourceTypes: ["user_confirmation", "approval"] },
      verdict: "pass",
      code: "confirmed_by_person",
      reason: "A person confirmed it.",
    },
    {
      when: { sourceTypes: ["user_statement"], all: ["hedged"] },
      verdict: "downgrade",
      code: "hedged",
      reason: "The person hedged; it stays inferred until confirmed.",
    },
    {
      when: { sourceTypes: ["user_statement"], assertions: ["inferred"] },
      verdict: "downgrade",
      code: "inferred_from_statement",
      reason: "It is inferred from what a person said.",
    },
    {
      when: { sourceTypes: ["user_statement"] },
      verdict: "pass",
      code: "stated_by_person",
      reason: "A person stated it explicitly: the statement confirms it.",
    },
    {
      when: { sourceTypes: ["agent_inference"] },
      verdict: "downgrade",
      code: "inferred_by_agent",
      reason: "An agent inferred it; it stays inferred until a person confirms it.",
    },
    { when: {}, verdict: "pass", code: "observed", reason: "It was observed, not confirmed by a person." },
  ],
};
