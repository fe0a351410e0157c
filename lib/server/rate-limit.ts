import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { HttpProblem } from "@/lib/server/problem";

const WINDOW_S = 60;
/** One limiter for each rate in use; a key's own counter lives inside it. */
const limiters = new Map<number, RateLimiterMemory>();

/**
 * Counts one request against a caller. In process: one server counts for itself.
 * @param perMinute 0 = no limit
 * @throws HttpProblem 429 with Retry-After in seconds
 */
export async function consumeRate(caller: string, perMinute: number): Promise<void> {
  if (perMinute === 0) return;
  let limiter = limiters.get(perMinute);
  if (!limiter) {
    limiter = new RateLimiterMemory({
      points: perMinute,
      duration: WINDOW_S,
      keyPrefix: `rate-${perMinute}`,
    });
    limiters.set(perMinute, limiter);
  }
  try {
    await limiter.consume(caller);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new HttpProblem("rate_limited", `Too many requests: this key may send ${perMinute} a minute.`, {
      headers: { "Retry-After": String(seconds) },
    });
  }
}
