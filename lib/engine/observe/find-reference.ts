import type { CallContext } from "@/lib/engine/model/context";
import { maySee } from "@/lib/engine/model/principal";
import type { EnginePorts } from "@/lib/engine/ports";
import type { Tx } from "@/lib/store/client";
import { listReferred, type ReferredEvent } from "@/lib/store/ledger/list-referred";

/** What a relayed word is about. */
export interface RelayPlace {
  scope: string;
  subject: string | null;
}

const isPerson = (name: string | null): name is string => name?.startsWith("user:") ?? false;

/**
 * Whether what was said may be about this: in the same scope, or by the person concerned wherever they said it. Another
 * person's word, or one of another place, vouches for nothing. Pure.
 */
export function speaksOf(event: Omit<ReferredEvent, "eventId">, place: RelayPlace): boolean {
  const concerned = [place.scope, place.subject].filter(isPerson);
  const speakers = [event.scope, event.subject].filter(isPerson);
  if (concerned.length > 0 && speakers.length > 0) return speakers.some((name) => concerned.includes(name));
  return event.scope === place.scope || (concerned.length === 0 && isPerson(event.scope));
}

/**
 * The event that a relay's reference names: something a person said, that is stored, that the relay may see, and that
 * may be about this. Null when it names nothing of the kind.
 */
export async function findReference(
  tx: Tx,
  ports: EnginePorts,
  { principal }: CallContext,
  place: RelayPlace,
  ref: string,
): Promise<string | null> {
  const { tenantId, actor } = principal;
  const found = await listReferred(tx, tenantId, {
    ref,
    dedupeDigest: ports.keys.digest(tenantId, "dedupe", actor.id, ref),
  });
  return found.find((event) => maySee(principal, event) && speaksOf(event, place))?.eventId ?? null;
}
