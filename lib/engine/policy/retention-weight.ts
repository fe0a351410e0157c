import type { Kind } from "@/lib/contracts/common";

const DAY_MS = 86_400_000;
/** Uses beyond this add nothing. */
const ENOUGH_USES = 10;

/**
 * How much a memory is worth keeping at hand: importance · 0.5^(days since it was last used or learnt / half-life) ·
 * (0.5 + 0.5 · min(1, uses / 10)). Decay by half-life as in the forgetting curve; between 0 and the importance (1..10).
 */
export function weighForKeeping(
  memory: { kind: Kind; importance: number; uses: number; lastTouched: Date },
  halfLifeDays: Record<Kind, number>,
  now: Date,
): number {
  const days = Math.max(0, now.getTime() - memory.lastTouched.getTime()) / DAY_MS;
  const fresh = 0.5 ** (days / halfLifeDays[memory.kind]);
  return memory.importance * fresh * (0.5 + 0.5 * Math.min(1, memory.uses / ENOUGH_USES));
}
