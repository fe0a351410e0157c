import type { RejectCode } from "@/lib/contracts/retrievals";
import type { Found } from "@/lib/engine/model/read-query";
import { listLexemes } from "@/lib/engine/policy/analyse-text";
import type { Ranked } from "@/lib/engine/retrieve/rank-found";

/** Narrower first: while it lasts, what a narrower scope says stands in front of what a wider one says. */
const NARROW_TO_WIDE = ["run", "project", "agent", "team", "user", "org"];

export interface Dropped {
  ranked: Ranked;
  code: Extract<RejectCode, "shadowed" | "duplicate_of" | "consensus" | "conflict" | "source_cap">;
  /** The memory in front of it. */
  by: string | null;
}

/** What belongs together in the pack: one memory, or the sides of an open conflict. */
export interface Unit {
  members: Ranked[];
}

export interface Settled {
  units: Unit[];
  dropped: Dropped[];
}

/**
 * Consensus, shadowing, duplicates and conflicts among the ranked candidates, in this order; the order of what is left
 * is kept, and the sides of a conflict stand together at the place of the better one. Pure.
 */
export function settleConflicts(
  ranked: readonly Ranked[],
  options: { checkConsensus: boolean; contradictionsNeeded: number; duplicateOverlap: number },
): Settled {
  const dropped: Dropped[] = [];
  let left = ranked.filter((one) => {
    const outvoted = options.checkConsensus && one.found.contradictions >= options.contradictionsNeeded;
    if (outvoted) dropped.push({ ranked: one, code: "consensus", by: null });
    return !outvoted;
  });
  left = dropShadowed(left, dropped);
  left = foldDuplicates(left, options.duplicateOverlap, dropped);
  return { units: joinConflicts(left, dropped), dropped };
}

function dropShadowed(ranked: Ranked[], dropped: Dropped[]): Ranked[] {
  const narrowest = new Map<string, { width: number; id: string }>();
  for (const { found } of ranked) {
    if (found.challenges !== null || found.status !== "active") continue;
    const width = widthOf(found.scope);
    for (const key of shadowKeys(found)) {
      const known = narrowest.get(key);
      if (!known || width < known.width) narrowest.set(key, { width, id: found.memoryId });
    }
  }
  return ranked.filter((one) => {
    const width = widthOf(one.found.scope);
    const front = shadowKeys(one.found)
      .map((key) => narrowest.get(key))
      .find((known) => known !== undefined && known.width < width);
    if (!front) return true;
    dropped.push({ ranked: one, code: "shadowed", by: front.id });
    return false;
  });
}

/**
 * Same subject and predicate; a subject equal to its own scope also counts as `self`, so that a project's rule meets a
 * person's.
 */
function shadowKeys(found: Found): string[] {
  if (found.kind === "episodic" || found.subject === null || found.predicate === null) return [];
  const predicate = found.predicate.toLowerCase();
  const keys = [`${found.subject}\n${predicate}`];
  if (found.subject === found.scope) keys.push(`\n${predicate}`);
  return keys;
}

function widthOf(scope: string): number {
  return NARROW_TO_WIDE.indexOf(scope.slice(0, scope.indexOf(":")));
}

/**
 * Two memories of one scope, subject and kind that say the same in (nearly) the same words are shown once, with the
 * sources of both. Numbers must agree: "5 years" is not "6 years". Sides of a conflict and different statuses are never folded.
 */
function foldDuplicates(ranked: Ranked[], overlap: number, dropped: Dropped[]): Ranked[] {
  const kept: { one: Ranked; lexemes: ReadonlySet<string>; numbers: string; folded: Found[] }[] = [];
  const left = ranked.filter((one) => {
    const lexemes = new Set(listLexemes(one.found.statement));
    const numbers = [...lexemes]
      .filter((lexeme) => /\p{N}/u.test(lexeme))
      .sort()
      .join(" ");
    const twin =
      one.found.conflictsWith.length > 0 || one.found.challenges !== null
        ? undefined
        : kept.find(
            (other) =>
              other.one.found.scope === one.found.scope &&
              other.one.found.subject === one.found.subject &&
              other.one.found.kind === one.found.kind &&
              other.one.found.status === one.found.status &&
              other.numbers === numbers &&
              jaccard(other.lexemes, lexemes) >= overlap,
          );
    if (twin) {
      dropped.push({ ranked: one, code: "duplicate_of", by: twin.one.found.memoryId });
      twin.folded.push(one.found);
      return false;
    }
    kept.push({ one, lexemes, numbers, folded: [] });
    return true;
  });
  const folds = new Map(kept.map(({ one, folded }) => [one, folded]));
  return left.map((one) => withSourcesOf(one, folds.get(one) ?? []));
}

/** The ranking with those that speak for others as they are shown. Pure. */
export function withFolds(ranked: readonly Ranked[], units: readonly Unit[]): Ranked[] {
  const shown = new Map(
    units.flatMap((unit) => unit.members.map((member) => [member.found.memoryId, member] as const)),
  );
  return ranked.map((one) => shown.get(one.found.memoryId) ?? one);
}

/** What is shown for several stands on the sources of all of them, newest first as they come. */
function withSourcesOf(one: Ranked, folded: readonly Found[]): Ranked {
  if (folded.length === 0) return one;
  const { found } = one;
  const eventIds = [...new Set([found, ...folded].flatMap((each) => each.eventIds))];
  return { ...one, found: { ...found, eventIds, folded: folded.map((each) => each.memoryId) } };
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let common = 0;
  for (const item of a) if (b.has(item)) common += 1;
  return common / (a.size + b.size - common);
}

function joinConflicts(ranked: Ranked[], dropped: Dropped[]): Unit[] {
  const byId = new Map(ranked.map((one) => [one.found.memoryId, one]));
  const placed = new Set<string>();
  const units: Unit[] = [];
  for (const one of ranked) {
    const { memoryId, challenges, conflictsWith } = one.found;
    if (placed.has(memoryId)) continue;
    if (challenges !== null && !byId.has(challenges)) {
      // The one it contradicts is not shown: alone it would look like the truth.
      dropped.push({ ranked: one, code: "conflict", by: challenges });
      placed.add(memoryId);
      continue;
    }
    const others = conflictsWith
      .map((id) => byId.get(id))
      .filter((other) => other !== undefined && !placed.has(other.found.memoryId)) as Ranked[];
    // The side in force first.
    const members = [one, ...others].sort(
      (a, b) => Number(a.found.challenges !== null) - Number(b.found.challenges !== null),
    );
    for (const member of members) placed.add(member.found.memoryId);
    units.push({ members });
  }
  return units;
}
