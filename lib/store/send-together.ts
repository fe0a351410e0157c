/**
 * Statements of one transaction that were started one behind the other and share a round trip. All of them are waited
 * for, also when one fails: nothing may still be on its way when the transaction ends.
 * @throws what the first that failed was refused for; those after it only say that the transaction is over
 */
export async function sendTogether<T extends readonly unknown[]>(
  started: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ended = await Promise.allSettled(started);
  const failed = ended.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
  return ended.map((one) => (one as PromiseFulfilledResult<unknown>).value) as {
    -readonly [K in keyof T]: Awaited<T[K]>;
  };
}
