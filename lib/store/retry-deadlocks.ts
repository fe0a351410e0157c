import { FailedStatement } from "@/lib/platform/hide-parameters";
import type { Database } from "@/lib/store/client";

/** Each failure took the database a second to find, in which the others went on: more would not be a deadlock. */
const ATTEMPTS = 5;
/** Deadlock and serialization failure: the server says of both that nothing of the transaction is left. */
const ROLLED_BACK = new Set(["40P01", "40001"]);

const mayBeRepeated = (error: unknown): boolean =>
  error instanceof FailedStatement && error.code !== null && ROLLED_BACK.has(error.code);

/**
 * A database whose transactions begin anew where they were the one chosen to die in a deadlock. No pause in between: the
 * locks of the one that died are with those that waited for them, and it comes in behind them.
 */
export function retryDeadlocks(database: Database): Database {
  return {
    ...database,
    withTenant: async (tenantId, work) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await database.withTenant(tenantId, work);
        } catch (error) {
          if (attempt === ATTEMPTS || !mayBeRepeated(error)) throw error;
        }
      }
    },
  };
}
