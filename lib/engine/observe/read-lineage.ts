import type { SourceType } from "@/lib/contracts/common";
import { EngineError } from "@/lib/engine/errors";
import { maySee, type Principal } from "@/lib/engine/model/principal";
import { foldLineage, type Lineage, type LineageInput } from "@/lib/engine/policy/bound-by-lineage";
import { DEFAULT_WRITE_POLICY, type WritePolicy } from "@/lib/engine/policy/write-policy";
import type { Tx } from "@/lib/store/client";
import { readNamedEvents, readNamedMemories } from "@/lib/store/review/read-lineage";

const isMemory = (id: string): boolean => id.startsWith("mem_");
const PERSONS = new Set(["user_confirmation", "approval", "user_statement"]);

/** A reference that is the id of an event names what the new one was made from. */
export function listNamedInputs(
  derivedFrom: readonly string[] | undefined,
  ref: string | null | undefined,
): string[] {
  const named = ref && /^evt_[0-9a-hjkmnp-tv-z]{26}$/.test(ref) ? [ref] : [];
  return [...new Set([...(derivedFrom ?? []), ...named])];
}

/** Before anything is stored. @throws EngineError `meaningless` for what does not exist or is not theirs to see */
export async function requireKnownInputs(
  tx: Tx,
  principal: Principal,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await readLineage(tx, principal, [...new Set(ids)], DEFAULT_WRITE_POLICY);
}

/**
 * What something was made from, at what it stands for now: a memory at its authority and trust, an event at its source's.
 * Both carry what they were made from themselves, so one step back is the whole way.
 * @param strict what does not exist, or is not theirs to see, is refused; else it is left out
 * @param relayed the event that a reference names, and as what it is relayed: a person's word of a person's word is whole
 * @throws EngineError `meaningless`
 */
export async function readLineage(
  tx: Tx,
  principal: Principal,
  ids: readonly string[],
  policy: WritePolicy,
  strict = true,
  relayed: { word: string | null; as: SourceType } | null = null,
): Promise<Lineage | null> {
  if (ids.length === 0) return null;
  const { tenantId } = principal;
  const memories = (await readNamedMemories(tx, tenantId, ids.filter(isMemory))).filter((one) =>
    maySee(principal, one),
  );
  const events = (
    await readNamedEvents(
      tx,
      tenantId,
      ids.filter((id) => !isMemory(id)),
    )
  ).filter((one) => maySee(principal, one));
  const known = new Set([...memories, ...events].map((one) => one.id));
  const unknown = ids.find((id) => !known.has(id));
  if (strict && unknown !== undefined) {
    throw new EngineError("meaningless", "derived_from names something that does not exist.", {
      fields: [{ path: "derived_from", message: `no such ${isMemory(unknown) ? "memory" : "event"}` }],
    });
  }
  const inputs: LineageInput[] = [
    ...memories.map((memory) => ({
      authority: memory.authority,
      trust: memory.trust,
      confirmed: memory.confirmation === "confirmed",
      held: memory.status === "quarantined" || memory.statusReason === "condemned",
      eventIds: memory.eventIds,
    })),
    ...events.map((event) => ({
      ...(event.id === relayed?.word && PERSONS.has(relayed.as) && PERSONS.has(event.sourceType)
        ? { authority: policy.sources[relayed.as].authority, trust: 1 }
        : policy.sources[event.sourceType]),
      confirmed: PERSONS.has(event.sourceType),
      held: event.condemned,
      eventIds: [event.id],
    })),
  ];
  return foldLineage(inputs);
}
