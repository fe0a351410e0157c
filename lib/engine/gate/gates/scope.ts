import type { Gate } from "@/lib/engine/gate/gate-context";
import { holdsScope } from "@/lib/engine/model/principal";

/** Scope comes from the caller's credentials; an extractor's own idea of it is never followed. */
export const scope: Gate = {
  gate: "scope",
  signals: {
    scope_not_held: ({ proposal, principal }) => !holdsScope(principal.scopes, proposal.scope),
    scope_foreign: ({ proposal, eventScope }) =>
      proposal.extractor !== "agent" && proposal.extractor !== "page" && proposal.scope !== eventScope,
  },
  rules: [
    {
      when: { all: ["scope_not_held"] },
      verdict: "deny",
      code: "scope_not_allowed",
      reason: "This key does not hold the scope the memory would live in.",
    },
    {
      when: { all: ["scope_foreign"] },
      verdict: "deny",
      code: "scope_of_extractor",
      reason: "An extractor may not choose another scope than that of its event.",
    },
    { when: {}, verdict: "pass", code: "scope_held", reason: "The credential holds this scope." },
  ],
};
