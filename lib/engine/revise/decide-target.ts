import type { Memory } from "@/lib/contracts/memories";
import type { IntentTarget } from "@/lib/engine/model/intent";
import { listLexemes } from "@/lib/engine/policy/analyse-text";
import { normaliseText } from "@/lib/engine/policy/normalise-value";

export type TargetChoice =
  | { kind: "one"; memory: Memory }
  | { kind: "none" }
  | { kind: "several"; memories: Memory[] };

const textOf = (value: unknown): string =>
  normaliseText(typeof value === "string" ? value : JSON.stringify(value));

/** The same thing by its words: "Siemens" and "Siemens AG" may be one; "tea" and "steak" are not. */
function sameValue(wished: string, held: string): boolean {
  if (wished === held) return true;
  const [short, long] = wished.length < held.length ? [wished, held] : [held, wished];
  if (short.length < 2) return false;
  const at = long.indexOf(short);
  if (at < 0) return false;
  if (/\p{Script=Han}/u.test(short)) return short.length * 2 >= long.length;
  const edge = (character: string | undefined) => character === undefined || !/[\p{L}\p{N}]/u.test(character);
  return edge(long[at - 1]) && edge(long[at + short.length]);
}

/**
 * Which one of what is held is meant. A predicate or a value must agree; without them every word must be found. More
 * than one is a question, never a guess. Pure.
 */
export function decideTarget(target: IntentTarget, held: readonly Memory[]): TargetChoice {
  const about = target.subject === null ? held : held.filter((memory) => memory.subject === target.subject);
  if (target.predicate !== null || target.value !== null) {
    const wished = target.value === null ? null : textOf(target.value);
    const agrees = (memory: Memory) => wished === null || sameValue(wished, textOf(memory.value));
    const named = about.filter((memory) => memory.predicate === target.predicate && agrees(memory));
    if (named.length > 0) return choose(named, wished);
    // Another writer may call the same fact by another name; the value says which one it is.
    if (wished !== null)
      return choose(
        about.filter((memory) => textOf(memory.value) === wished),
        wished,
      );
    return { kind: "none" };
  }
  const words = listLexemes(target.words);
  if (words.length === 0) return { kind: "none" };
  return choose(
    about.filter((memory) => {
      const said = new Set(
        listLexemes(
          `${memory.predicate.replace(/[_./-]+/g, " ")} ${memory.statement} ${textOf(memory.value)}`,
        ),
      );
      return words.every((word) => said.has(word));
    }),
    null,
  );
}

function choose(found: readonly Memory[], wished: string | null): TargetChoice {
  const exact = wished === null ? [] : found.filter((memory) => textOf(memory.value) === wished);
  const chosen = exact.length > 0 ? exact : found;
  const [only] = chosen;
  if (!only) return { kind: "none" };
  return chosen.length === 1 ? { kind: "one", memory: only } : { kind: "several", memories: [...chosen] };
}
