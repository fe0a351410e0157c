import type { Sql, TransactionSql } from "postgres";

/** Texts remembered at most: a text whose length follows its data must not fill the server's memory. */
const MOST_TEXTS = 400;

/**
 * What searches chooses its plan by the size of the scope it looks in: a plan kept from another scope, the generic one
 * that PostgreSQL settles on after five uses, would be the wrong one.
 */
const PLANNED_ANEW = /\bsearch_(index|vectors)\b/;
/** BEGIN, COMMIT and settings have no plan to keep, and a tenant's setting has a text of its own. */
const PLANNED = /^\s*(select|insert|update|delete|with)\b/i;

/**
 * A client whose statements are prepared from their second use on. The driver asks the server for the types of every
 * statement that is not prepared and lets nothing follow it meanwhile: two round trips each, and none of them shared.
 * Prepared ones go out one behind the other, as fast as they are started, in the order in which they are started.
 */
export function prepareStatements(client: Sql): Sql {
  const seen = new Map<string, boolean>();
  const mayPrepare = (text: string): boolean => {
    if (!PLANNED.test(text)) return false;
    const known = seen.get(text);
    if (known !== undefined) return known;
    // The first use only leaves a mark: most of what comes but once never comes again.
    if (seen.size < MOST_TEXTS) seen.set(text, !PLANNED_ANEW.test(text));
    return false;
  };
  return wrap(client, mayPrepare);
}

type Client = Sql | TransactionSql;

function wrap<T extends Client>(client: T, mayPrepare: (text: string) => boolean): T {
  const nested =
    (open: (work: (inner: TransactionSql) => unknown) => unknown) =>
    (work: (inner: TransactionSql) => unknown) =>
      open((inner) => work(wrap(inner, mayPrepare)));
  const changed: Record<string | symbol, unknown> = {
    unsafe: (text: string, parameters?: never[]) =>
      // Started here and not when somebody awaits it, so that the order of the calls is the order on the wire.
      client.unsafe(text, parameters, { prepare: mayPrepare(text) }).execute(),
  };
  if ("begin" in client) changed.begin = nested((work) => client.begin(work as never));
  if ("savepoint" in client) changed.savepoint = nested((work) => client.savepoint(work as never));
  return new Proxy(client, {
    get: (target, name) => (name in changed ? changed[name] : Reflect.get(target, name, target)),
  });
}
