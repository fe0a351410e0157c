import type { ContentCipher } from "@/lib/platform/content-cipher";
import type { Database, Tx } from "@/lib/store/client";

/** By a registered symbol, not a variable of this module: a bundler gives the server's start and its routes a copy each. */
const CIPHER = Symbol.for("keepsake.content-cipher");

/**
 * The database, each of whose tenant transactions can seal and open content. It rides on the transaction, so that no
 * reader can be written that forgets to pass it along.
 */
export function bindCipher(database: Database, cipher: ContentCipher): Database {
  return {
    ...database,
    withTenant: (tenantId, work) =>
      database.withTenant(tenantId, (tx) => {
        Object.defineProperty(tx, CIPHER, { value: cipher, configurable: true });
        return work(tx);
      }),
  };
}

/** Null in a transaction of a database that was opened without one. */
export function findCipher(tx: Tx): ContentCipher | null {
  return (tx as { [CIPHER]?: ContentCipher })[CIPHER] ?? null;
}

/** @throws Error when the database was opened without one: nothing of high sensitivity is written in clear then */
export function cipherOf(tx: Tx): ContentCipher {
  const cipher = findCipher(tx);
  if (!cipher) throw new Error("this database was opened without a cipher: nothing can be sealed or opened");
  return cipher;
}
