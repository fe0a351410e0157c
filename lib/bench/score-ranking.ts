export interface Scores {
  /** Share of the evidence among the first five, and among the first ten. */
  recallAt5: number;
  recallAt10: number;
  /** 1 / rank of the first right one among the first ten; 0 when there is none. */
  reciprocalRank: number;
  /** Discounted gain of the first ten, as a share of the best possible; every right one counts the same. */
  ndcgAt10: number;
}

/**
 * How good a ranking is against what is right. Something found twice counts once, at its first place.
 * @param right at least one id
 */
export function scoreRanking(ranked: readonly string[], right: ReadonlySet<string>): Scores {
  const order = [...new Set(ranked)].slice(0, 10);
  const hits = order.flatMap((id, index) => (right.has(id) ? [index] : []));
  const gain = (index: number) => 1 / Math.log2(index + 2);
  const best = Array.from({ length: Math.min(10, right.size) }, (_, index) => gain(index));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const first = hits[0];
  return {
    recallAt5: hits.filter((index) => index < 5).length / right.size,
    recallAt10: hits.length / right.size,
    reciprocalRank: first === undefined ? 0 : 1 / (first + 1),
    ndcgAt10: sum(hits.map(gain)) / sum(best),
  };
}
