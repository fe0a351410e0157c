/** A day: what an endpoint may ask us to wait at most. */
const MOST_ASKED_MS = 86_400_000;

/**
 * How long to wait before the next attempt: doubling from the first pause to the longest, give or take half so that many
 * that failed together do not come back together, and never less than the endpoint asked for.
 * @param chance in [0, 1)
 */
export function retryPauseMs(
  attempts: number,
  bounds: { firstMs: number; longestMs: number },
  asked: number | null,
  chance: number,
): number {
  const doubled = bounds.firstMs * 2 ** Math.min(30, Math.max(0, attempts - 1));
  const pause = Math.min(bounds.longestMs, doubled) * (0.5 + chance);
  return Math.round(Math.max(pause, Math.min(MOST_ASKED_MS, asked ?? 0)));
}
