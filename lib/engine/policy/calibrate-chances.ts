import type { Kind } from "@/lib/contracts/common";

/** How many memories of one kind and type of scope there are, and how many of them were ever used. */
export interface UseCount {
  kind: Kind;
  scopeType: string;
  sample: number;
  used: number;
}
export interface CalibratedChance {
  chance: number;
  sample: number;
  used: number;
}

/** What is worked out from recorded use, and from how much of it. */
export interface Calibration {
  version: number;
  /** By kind (`semantic`), and by kind and type of scope (`semantic/user`). */
  chances: Record<string, CalibratedChance>;
}

/** Below this many memories a share says nothing. */
const LEAST_SAMPLE = 30;
/** The default counts as much as this many memories. */
const PRIOR_WEIGHT = 20;
/**
 * Recorded use moves the default so far and no further: who seldom reports use must not close their own memory. At half
 * of it every inference of an agent would be refused, none could be used again, and no later calibration would undo it.
 */
const LEAST_FACTOR = 0.8;
const MOST_FACTOR = 1.8;
const MOST_CHANCE = 0.95;

/** P(use) for each kind, and for each kind in each type of scope, as recorded use shows it. Pure. */
export function calibrateChances(
  counts: readonly UseCount[],
  defaults: Record<Kind, number>,
): Record<string, CalibratedChance> {
  const sums = new Map<string, { kind: Kind; sample: number; used: number }>();
  for (const { kind, scopeType, sample, used } of counts) {
    for (const key of [kind, `${kind}/${scopeType}`]) {
      const sum = sums.get(key) ?? { kind, sample: 0, used: 0 };
      sums.set(key, { kind, sample: sum.sample + sample, used: sum.used + used });
    }
  }
  const chances: Record<string, CalibratedChance> = {};
  for (const [key, { kind, sample, used }] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (sample < LEAST_SAMPLE) continue;
    const base = defaults[kind];
    const share = (used + base * PRIOR_WEIGHT) / (sample + PRIOR_WEIGHT);
    const most = Math.min(MOST_CHANCE, base * MOST_FACTOR);
    const bounded = Math.max(base * LEAST_FACTOR, Math.min(most, share));
    chances[key] = { chance: Math.round(bounded * 10_000) / 10_000, sample, used };
  }
  return chances;
}

/** The most particular chance there is for a kind in a scope; null when the default is to be used. */
export function findChance(calibration: Calibration | null, kind: Kind, scope: string): number | null {
  const type = scope.slice(0, scope.indexOf(":"));
  const found = calibration?.chances[`${kind}/${type}`] ?? calibration?.chances[kind];
  return found?.chance ?? null;
}
