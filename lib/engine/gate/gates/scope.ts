import type { Gate } from "@/lib/engine/gate/gate-context";
import { holdsScope } from "@/lib/engine/model/principal";

/** Scope comes from the caller's credentials; an extractor's own idea of it is never followed. */
export const scope: Gate = ({ proposal, principal, eventScope }) => {
  const held = holdsScope(principal.scopes, proposal.scope);
  const foreign =
    proposal.extractor !== "agent" && proposal.extractor !== "page" && proposal.scope !== eventScope;
  if (!held || foreign) {
    return {
      gate: "scope",
      verdict: "deny",
      code: held ? "scope_of_extractor" : "scope_not_allowed",
      reason: held
        ? "An extractor may not choose another scope than that of its event."
        : "This key does not hold the scope the memory would live in.",
    };
  }
  return { gate: "scope", verdict: "pass", code: "scope_held", reason: "The credential holds this scope." };
};
