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
  viewer: { self: string | null; reads: boolean },
): ShownText | null {
  if (memory === null) return null;
  const personal = memory.scope.startsWith("user:") || memory.subject.startsWith("user:");
  const own = memory.scope === viewer.self || memory.subject === viewer.self;
  const others = personal && !own;
  const masked = others && !viewer.reads;
  return {
    text: masked ? coverText(memory.statement) : memory.statement,
    masked,
    disclosed: others && viewer.reads,
  };
}
