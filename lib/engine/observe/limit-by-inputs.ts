import type { SourceType } from "@/lib/contracts/common";
import type { EventInput } from "@/lib/contracts/events";
import type { Principal } from "@/lib/engine/model/principal";
import { limitEventSource } from "@/lib/engine/observe/limit-source-type";
import { listNamedInputs, readLineage } from "@/lib/engine/observe/read-lineage";
import { type Lineage, lowerSource } from "@/lib/engine/policy/bound-by-lineage";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";
import type { Tx } from "@/lib/store/client";

/**
 * What an event can be: what its credential may claim, and at most the least of what it was made from. A tool carries
 * the taint of its input, a summary that of its pages; a reference that is an event's id names an input too.
 * What a person said vouches for their word that is relayed of it, and does not lessen it.
 */
export async function limitByInputs(
  tx: Tx,
  principal: Principal,
  event: EventInput,
  write: WritePolicy,
): Promise<{ lineage: Lineage | null; allowed: { sourceType: SourceType; claimed: SourceType | null } }> {
  const limited = limitEventSource(principal, event);
  const named = [
    ...(event.derived_from ?? []),
    ...(event.candidates ?? []).flatMap((candidate) => candidate.derived_from ?? []),
  ];
  const ids = listNamedInputs(named, event.source.ref);
  if (ids.length === 0) return { lineage: null, allowed: limited };
  const ownWord = named.includes(event.source.ref ?? "") ? null : (event.source.ref ?? null);
  const relayed = { word: ownWord, as: limited.sourceType };
  const lineage = await readLineage(tx, principal, ids, write, false, relayed);
  const sourceType = lowerSource(limited.sourceType, lineage, write.sources);
  return {
    lineage,
    allowed: { sourceType, claimed: sourceType === event.source.type ? null : event.source.type },
  };
}
