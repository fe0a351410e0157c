import type { Gate } from "@/lib/engine/gate/gate-context";
import { normaliseText } from "@/lib/engine/policy/normalise-value";

const LIVE_VALUE =
  /(?:\border\s*#?\s*[\w-]*\d[\w-]*\s+(?:is|was|has been)\s+(?:shipped|delivered|paid|cancelled|pending)|\b(?:account|card)\s+balance\s+(?:is|:)|账户余额(?:是|为|：|:)|订单[^，。]{0,20}(?:已发货|已签收|已付款|已取消|待发货))/iu;

/** A live business value is looked up where it lives; a copy of it would be wrong tomorrow. */
export const authoritative: Gate = {
  gate: "authoritative",
  signals: {
    live_value: ({ proposal, policy }) => {
      const name = normaliseText(proposal.predicate).replace(/[\s.\-/]+/g, "_");
      return policy.authoritativePredicates.includes(name) || LIVE_VALUE.test(proposal.statement);
    },
  },
  rules: [
    {
      when: { all: ["live_value"] },
      verdict: "deny",
      code: "look_it_up",
      reason: "This is a live value of another system: look it up there, and remember a pointer at most.",
    },
    { when: {}, verdict: "pass", code: "not_live", reason: "It is not a live value of another system." },
  ],
};
