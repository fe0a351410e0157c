export type Row = Record<string, unknown>;

/**
 * Rows that are decided and wait to go out together: one call puts them all in place. They go before any statement that
 * could miss them, and at the latest with the commit; in between the transaction is what it would be with each of them
 * sent by itself. What such a row is refused for is told when they go.
 */
export interface HeldRows {
  add(tenantId: string, name: string, rows: readonly Row[]): void;
  /** Whether any row or change of this name is held. */
  has(name: string): boolean;
  /** Sends what is held. Null when there is nothing. */
  send(): Promise<unknown> | null;
}

const WRITE_ROWS = "select write_rows($1, $2::text::jsonb)";

export function createHeldRows(send: (text: string, parameters: unknown[]) => Promise<unknown>): HeldRows {
  let tenant: string | null = null;
  let held: Record<string, Row[]> = {};
  return {
    add(tenantId, name, rows) {
      if (tenant !== null && tenant !== tenantId) throw new Error("one transaction, one tenant");
      tenant = tenantId;
      const standing = held[name];
      if (standing) standing.push(...rows);
      else held[name] = [...rows];
    },
    has: (name) => name in held,
    send() {
      if (tenant === null) return null;
      const parameters = [tenant, JSON.stringify(held)];
      tenant = null;
      held = {};
      return send(WRITE_ROWS, parameters);
    },
  };
}
