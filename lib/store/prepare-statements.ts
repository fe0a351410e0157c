import type { Sql } from "postgres";
import { type Channel, createChannel } from "@/lib/store/channel";

/** Texts remembered at most: a text whose length follows its data must not fill the server's memory. */
const MOST_TEXTS = 400;

/**
 * What searches chooses its plan by the size of the scope it looks in: a plan kept from another scope, the generic one
 * that PostgreSQL settles on after five uses, would be the wrong one.
 */
const PLANNED_ANEW = /\bsearch_(index|vectors)\b/;
/** BEGIN, COMMIT and settings have no plan to keep, and a tenant's setting has a text of its own. */
const PLANNED = /^\s*(select|insert|update|delete|with)\b/i;

/** What drizzle sees of a connection that is taken for one transaction. */
export interface TakenConnection {
  unsafe(text: string, parameters?: unknown[]): unknown;
  readonly channel: Channel;
}

/** The part of a client that drizzle opens transactions with. */
export interface TransactionClient {
  begin<T>(work: (taken: TakenConnection) => Promise<T>): Promise<T>;
}

/**
 * A client whose statements are prepared from their second use on. The driver asks the server for the types of every
 * statement that is not prepared and lets nothing follow it meanwhile: two round trips each, and none of them shared.
 * Prepared ones go out one behind the other, as fast as they are started, in the order in which they are started; BEGIN
 * goes with the first of them, and what is held (see hold-rows) with the COMMIT.
 * @param lost tells when a connection, by its number, is closed
 */
export function prepareStatements(client: Sql, lost: Lost): Sql & TransactionClient {
  const seen = new Map<string, boolean>();
  const mayPrepare = (text: string): boolean => {
    if (!PLANNED.test(text)) return false;
    const known = seen.get(text);
    if (known !== undefined) return known;
    // The first use only leaves a mark: most of what comes but once never comes again.
    if (seen.size < MOST_TEXTS) seen.set(text, !PLANNED_ANEW.test(text));
    return false;
  };
  const begin: TransactionClient["begin"] = (work) => transact(client, lost, mayPrepare, work);
  return new Proxy(client, {
    get: (target, name) => (name === "begin" ? begin : Reflect.get(target, name, target)),
  }) as Sql & TransactionClient;
}

/** By the number of a connection, whom to tell that it is closed. */
export type Lost = Map<number, (error: Error) => void>;

async function transact<T>(
  client: Sql,
  lost: Lost,
  mayPrepare: (text: string) => boolean,
  work: (taken: TakenConnection) => Promise<T>,
): Promise<T> {
  const held = await client.reserve();
  let failed: unknown = null;
  let closed: Error | null = null;
  let over = false;
  let number: number | null = null;
  const send = (text: string, parameters: unknown[], options: object) => {
    if (closed) throw closed;
    // What runs beside what failed may still ask: by now the connection is nobody's, or another tenant's.
    if (over) throw new Error("the transaction has ended");
    // Started here and not when somebody awaits it, so that the order of the calls is the order on the wire.
    const query = held.unsafe(text, parameters as never[], options as never).execute();
    // The first that fails is what the transaction failed for; it is told in the end, also when nobody waits for it.
    query.catch((error: unknown) => {
      failed ??= error;
    });
    return query;
  };
  const gone = new Promise<never>((_, reject) => {
    send("begin", [], {
      // The driver calls this with the connection when the statement goes out.
      onexecute: (connection: { id: number }) => {
        number = connection.id;
        lost.set(number, (error) => {
          closed = error;
          reject(error);
        });
        return true;
      },
    });
  });
  gone.catch(() => {});
  const channel = createChannel({
    send: (text, parameters) => send(text, parameters, { prepare: true }),
    set: (text) => send(text, [], {}),
  });
  const taken: TakenConnection = {
    channel,
    unsafe: (text, parameters = []) => {
      channel.held.send();
      return send(text, parameters, { prepare: mayPrepare(text) });
    },
  };
  try {
    const result = await Promise.race([work(taken), gone]);
    channel.held.send();
    const commit = failed === null ? send("commit", [], {}) : null;
    over = true;
    const ended = await commit;
    // PostgreSQL answers the COMMIT of a transaction that failed with ROLLBACK, and without an error.
    if (ended?.command !== "COMMIT") throw failed ?? new Error("the transaction was not committed");
    return result;
  } catch (error) {
    over = true;
    if (!closed) await held.unsafe("rollback");
    throw failed !== null && isAfterFailure(error) ? failed : error;
  } finally {
    if (number !== null) lost.delete(number);
    if (!closed) held.release();
  }
}

/** "Current transaction is aborted": says only that something else failed before. */
export function isAfterFailure(error: unknown): boolean {
  for (let current: unknown = error; current instanceof Error; current = current.cause)
    if ((current as { code?: unknown }).code === "25P02") return true;
  return false;
}
