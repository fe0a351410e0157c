import type { Gate } from "@/lib/engine/gate/gate-context";

/** Words of the moment that a person may well use when they decide something for good ("approved today"). */
const WEAK = new Set(["today", "right now", "for the moment", "今天"]);

/** Long-term memory is for what outlives the task. What is asked for once belongs to the run or the session. */
export const durability: Gate = {
  gate: "durability",
  signals: {
    bound_to_event_or_run: ({ proposal }) =>
      proposal.kind === "episodic" || proposal.scope.startsWith("run:"),
    bounded: ({ proposal }) => proposal.validTo !== null || proposal.validFrom !== null,
    standing: ({ proposal }) => proposal.standing,
    one_off: ({ proposal }) => {
      const decided = ["user_confirmation", "approval"].includes(proposal.sourceType);
      return proposal.once !== null && !(decided && WEAK.has(proposal.once));
    },
  },
  rules: [
    {
      when: { all: ["bound_to_event_or_run"] },
      verdict: "pass",
      code: "bound_to_event_or_run",
      reason: "It lives with its event or ends with its run.",
    },
    {
      when: { all: ["one_off"], none: ["standing", "bounded"] },
      verdict: "deny",
      code: "one_off",
      reason:
        "It is a request or a state of the moment. Keep it in the session, or remember it in the scope of the run.",
    },
    { when: {}, verdict: "pass", code: "durable", reason: "It is useful beyond this task." },
  ],
};
