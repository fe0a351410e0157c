import type { EventInput } from "@/lib/contracts/events";
import type { CallContext } from "@/lib/engine/model/context";
import { holdsScope } from "@/lib/engine/model/principal";
import type { Proposal } from "@/lib/engine/model/proposal";
import { isTypedReference, toFactKey } from "@/lib/engine/policy/fold-name";
import { VALUE_VERSION } from "@/lib/engine/policy/normalise-value";
import type { EnginePorts } from "@/lib/engine/ports";
import { digestComparison } from "@/lib/engine/resolve/find-same-meaning";
import { digestErasable } from "@/lib/engine/resolve/resolve-proposal";
import { digestRoots } from "@/lib/engine/review/is-source-blocked";
import type { Foreseen } from "@/lib/store/look-ahead";

/** Longer than any policy looks back, so that nothing in the asked time is missed; what is found is looked at closely. */
const DAYS_BACK = 400;

const DAY = 86_400_000;

/**
 * What the steps of this write will ask the database, before the first of them has. A guess: each step asks by itself
 * where it needs something else, because the policy took something out of the words or a name turned out to be another's.
 */
export function foreseeWrite(
  ports: EnginePorts,
  call: CallContext,
  event: EventInput,
  proposal: Proposal,
): Foreseen | null {
  const { principal } = call;
  const { tenantId, actor } = principal;
  // Nothing is locked for a key that may not write there.
  if (principal.writeMode === "none" || !holdsScope(principal.scopes, event.scope)) return null;
  const names = [event.scope, event.subject ?? "", proposal.scope, proposal.subject];
  const { subject } = proposal;
  const found = isTypedReference(subject) && proposal.instance === "";
  return {
    people: [...new Set(names)].filter((name) => name.startsWith("user:")),
    blocked:
      actor.kind === "agent"
        ? digestRoots(ports, call, { sourceUri: null, sourceRef: proposal.sourceRef }, proposal.sourceRef)
        : [],
    dedupe: event.idempotency_key
      ? ports.keys.digest(tenantId, "dedupe", actor.id, event.idempotency_key)
      : null,
    run: proposal.scope.startsWith("run:") ? proposal.scope : null,
    external: { scope: proposal.scope, since: new Date(ports.clock.now().getTime() - DAYS_BACK * DAY) },
    erased: found ? digestErasable(ports, tenantId, proposal, [subject]) : [],
    comparedAs: digestComparison(ports, tenantId, proposal, subject),
    writer: actor.id,
    fact: found ? { key: toFactKey(proposal), valueVersion: VALUE_VERSION } : null,
  };
}
