import { coverText } from "@/components/console/shown-memory";
import type { Memory } from "@/lib/contracts/memories";

/** A memory's words as this operator may see them in a queue. */
export interface ShownText {
  text: string;
  masked: boolean;
  /** About somebody else, and shown all the same. */
  disclosed: boolean;
}

/**
 * What is about another person is covered for those who only look. Whoever decides has to read what is decided on;
 * a list shows it covered to them too.
 */
export function toShown(
  memory: Memory | null,
  viewer: { self: string | null; reads: boolean; revealed?: readonly string[] },
): ShownText | null {
  if (memory === null) return null;
  const people = [memory.scope, memory.subject].filter((name) => name.startsWith("user:"));
  const own = viewer.self !== null && people.includes(viewer.self);
  const others = people.length > 0 && !own;
  const uncovered = people.every((name) => viewer.revealed?.includes(name));
  const masked = others && !viewer.reads && !uncovered;
  return {
    text: masked ? coverText(memory.statement) : memory.statement,
    masked,
    disclosed: others && !masked,
  };
}
