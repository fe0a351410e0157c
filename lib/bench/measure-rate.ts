export interface Rate {
  done: number;
  perSecond: number;
  /** Of one call, ms. */
  p50: number;
  p95: number;
}

/**
 * `clients` lanes that each do one thing after the other for so long. A call under way when time is up still counts, and
 * so does the time it takes.
 */
export async function measureRate(
  clients: number,
  seconds: number,
  one: (client: number) => Promise<unknown>,
): Promise<Rate> {
  const took: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let now = performance.now(); now < end; ) {
        await one(client);
        const after = performance.now();
        took.push(after - now);
        now = after;
      }
    }),
  );
  const elapsed = performance.now() - start;
  took.sort((a, b) => a - b);
  const quantile = (share: number) => took[Math.min(took.length - 1, Math.floor(share * took.length))] ?? 0;
  return {
    done: took.length,
    perSecond: (1000 * took.length) / elapsed,
    p50: quantile(0.5),
    p95: quantile(0.95),
  };
}
