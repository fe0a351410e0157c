import type { Memory } from "@/lib/contracts/memories";

type Version = Pick<Memory, "memory_id" | "cardinality" | "status" | "supersedes" | "superseded_by">;

/**
 * The ids of the other versions of a memory that still hold words, in the order given. A fact with many values keeps
 * them all in one history; there only what this one replaced, or was replaced by, is a version of it.
 */
export function listOtherVersions(items: readonly Version[], id: string): string[] {
  const line = new Set([id]);
  for (let before = 0; before !== line.size; ) {
    before = line.size;
    for (const item of items) {
      const linked = [item.memory_id, item.supersedes, item.superseded_by].filter((one) => one !== null);
      if (item.cardinality === "one" || linked.some((one) => line.has(one))) line.add(item.memory_id);
      if (line.has(item.memory_id)) for (const one of linked) line.add(one);
    }
  }
  return items
    .filter((item) => item.memory_id !== id && item.status !== "deleted" && line.has(item.memory_id))
    .map((item) => item.memory_id);
}
