import type { Database, Tx } from "@/lib/store/client";

/** A database for steps that each open a transaction: here all of them take part in the one that is open already. */
export function joinTransaction(database: Database, tenantId: string, tx: Tx): Database {
  return {
    ...database,
    withTenant: (asked, work) => {
      if (asked !== tenantId) throw new Error("one transaction, one tenant");
      return work(tx);
    },
  };
}
