import type { Database, Tx } from "@/lib/store/client";

export interface Counted {
  database: Database;
  /** Statements sent and transactions opened since the last call. */
  take(): { statements: number; transactions: number };
}

const STATEMENTS = new Set<string | symbol>([
  "execute",
  "select",
  "selectDistinct",
  "insert",
  "update",
  "delete",
]);
/** BEGIN, two settings, their reading back, COMMIT. */
const FRAME = 5;

/** The same database, with every statement of a tenant's transactions counted, the transaction's own frame included. */
export function countStatements(database: Database): Counted {
  let statements = 0;
  let transactions = 0;
  const counting = (tx: Tx): Tx =>
    new Proxy(tx, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        const bound = member.bind(target) as (...args: unknown[]) => unknown;
        if (!STATEMENTS.has(name)) return bound;
        return (...args: unknown[]) => {
          statements += 1;
          return bound(...args);
        };
      },
    });
  return {
    database: {
      ...database,
      withTenant: (tenantId, work) =>
        database.withTenant(tenantId, (tx) => {
          transactions += 1;
          statements += FRAME;
          return work(counting(tx));
        }),
    },
    take() {
      const taken = { statements, transactions };
      statements = 0;
      transactions = 0;
      return taken;
    },
  };
}
