import type { Found } from "@/lib/engine/model/read-query";
import type { Dropped, Unit } from "@/lib/engine/retrieve/settle-conflicts";

/**
 * At most `most` memories of one source root, best first, so that one page or one reading of a model cannot fill a pack.
 * What somebody confirmed, or what a system of record says, stands for itself and is not counted. Pure.
 * @param roots the root of each memory that has a wider one than its event
 */
export function capSources(
  units: readonly Unit[],
  roots: ReadonlyMap<string, string>,
  most: number,
): { units: Unit[]; dropped: Dropped[] } {
  const taken = new Map<string, number>();
  const dropped: Dropped[] = [];
  const left = units.filter((unit) => {
    const counted = unit.members.flatMap(({ found }) =>
      isCapped(found) ? [roots.get(found.memoryId) ?? eventRoot(found)] : [],
    );
    if (counted.some((root) => (taken.get(root) ?? 0) >= most)) {
      dropped.push(...unit.members.map((ranked) => ({ ranked, code: "source_cap" as const, by: null })));
      return false;
    }
    for (const root of counted) taken.set(root, (taken.get(root) ?? 0) + 1);
    return true;
  });
  return { units: left, dropped };
}

/** Whether a memory counts towards its source: what nobody confirmed and no system of record vouches for. */
export function isCapped(found: Found): boolean {
  return (
    found.confirmation !== "confirmed" &&
    found.sourceType !== "verified_db" &&
    found.sourceType !== "system_event"
  );
}

/** Its first event: what came later repeats it. */
function eventRoot(found: Found): string {
  return found.eventIds.at(-1) ?? found.memoryId;
}
