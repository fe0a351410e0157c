/** Reciprocal rank fusion: Σ over channels of 1/(k + rank), ranks from 1 (Cormack et al., 2009; k = 60). */
export function fuseRanks(ranks: readonly number[], k: number): number {
  return ranks.reduce((sum, rank) => sum + 1 / (k + rank), 0);
}
