export interface ChannelScores {
  /** BM25 ÷ the most this query could reach, in [0,1]; null when the channel did not bring it. */
  fullText: number | null;
  /** How well the fact's key answers the question, in [0,1]. */
  structured: number | null;
  /** The same by way of another memory. */
  relation: number | null;
  /** Cosine. */
  vector: number | null;
}

export interface RelevanceWeights {
  structured: number;
  /** The embedder's own: a weak one adds little. 0 when no vectors took part. */
  dense: number;
}

/**
 * R in [0,1]. Words and key are two pieces of evidence of the same thing, so they join as 1 − (1−a)(1−b): each raises
 * the other, neither can be drowned. The vector is mixed in by the weight that its model has earned.
 */
export function fuseRelevance(scores: ChannelScores, weights: RelevanceWeights): number {
  const words = clamp(scores.fullText ?? 0);
  const key = clamp(Math.max(scores.structured ?? 0, scores.relation ?? 0)) * clamp(weights.structured);
  const symbolic = 1 - (1 - words) * (1 - key);
  const dense = clamp(scores.vector ?? 0);
  const weight = clamp(weights.dense);
  return clamp((1 - weight) * symbolic + weight * dense);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
