import type { EventInput } from "@/lib/contracts/events";
import type { CallContext } from "@/lib/engine/model/context";
import { holdsScope } from "@/lib/engine/model/principal";
import type { Proposal } from "@/lib/engine/model/proposal";
import { isTypedReference, toFactKey } from "@/lib/engine/policy/fold-name";
import { VALUE_VERSION } from "@/lib/engine/policy/normalise-value";
import type { EnginePorts } from "@/lib/engine/ports";
import { digestMeaning } from "@/lib/engine/resolve/find-same-meaning";
import { digestErasable } from "@/lib/engine/resolve/resolve-proposal";
import { digestRoots } from "@/lib/engine/review/is-source-blocked";
import type { Foreseen } from "@/lib/store/look-ahead";

/** Longer than any policy looks back, so that nothing in the asked time is missed; what is found is looked at closely. */
const DAYS_BACK = 400;

const DAY = 86_400_000;

/**
 * What the steps of this write, or of this event when nothing is proposed yet, will ask the database, before the first of them has. A guess: each step asks by itself
 * where it needs something else, because the policy took something out of the words or a name turned out to be another's.
 */
export function foreseeWrite(
  ports: EnginePorts,
  call: CallContext,
  event: EventInput,
  proposal: Proposal | null,
): Foreseen | null {
  const { principal } = call;
  const { tenantId, actor } = principal;
  // Nothing is locked for a key that may not write there.
  if (principal.writeMode === "none" || !holdsScope(principal.scopes, event.scope)) return null;
  const scope = proposal?.scope ?? event.scope;
  const names = [event.scope, event.subject ?? "", scope, proposal?.subject ?? ""];
  const ref = proposal ? proposal.sourceRef : (event.source.ref ?? null);
  const origin = { sourceUri: event.source.uri ?? null, sourceRef: ref };
  const found = proposal && isTypedReference(proposal.subject) && proposal.instance === "";
  return {
    people: [...new Set(names)].filter((name) => name.startsWith("user:")),
    blocked: actor.kind === "agent" ? digestRoots(ports, call, origin, ref) : [],
    dedupe: event.idempotency_key
      ? ports.keys.digest(tenantId, "dedupe", actor.id, event.idempotency_key)
      : null,
    run: scope.startsWith("run:") ? scope : null,
    external: { scope, since: new Date(ports.clock.now().getTime() - DAYS_BACK * DAY) },
    erased: found ? digestErasable(ports, tenantId, proposal, [proposal.subject]) : [],
    meaningDigest: found ? digestMeaning(ports, tenantId, proposal, proposal.subject) : null,
    writer: actor.id,
    fact: found ? { key: toFactKey(proposal), valueVersion: VALUE_VERSION } : null,
  };
}
