/** The state and the place that a queue's address names; what it does not know falls back to what waits. */
export function readQueueAddress<S extends string>(
  query: Record<string, string | string[] | undefined>,
  states: readonly [S, ...S[]],
): { state: S; cursor: string | undefined } {
  return {
    state: states.find((state) => state === query.state) ?? states[0],
    cursor: typeof query.cursor === "string" ? query.cursor : undefined,
  };
}
