import type { PGlite, Transaction } from "@electric-sql/pglite";
import { type Channel, createChannel } from "@/lib/store/channel";
import { isAfterFailure } from "@/lib/store/prepare-statements";

/** Instants come as text, as they do from the server's driver. */
const AS_TEXT = Object.fromEntries([1082, 1114, 1184, 1185].map((type) => [type, (text: string) => text]));

/** Changes after which the database looks at its tables anew: soon, and then each time there is four times as much. */
const FIRST_LOOK = 50;
const GROWTH = 4;

/**
 * Nobody analyses an embedded database's tables by itself, and without statistics its planner holds any index that begins
 * with the tenant for as good as the key: each foreign key of each row then reads all rows of the tenant. Plans that are
 * kept from before are made anew after it.
 */
function analyseAsItGrows(client: PGlite): () => void {
  let changes = 0;
  let next = FIRST_LOOK;
  return () => {
    changes += 1;
    if (changes < next) return;
    next *= GROWTH;
    // Behind whatever waits for the one session; should it fail, plans stay as they are.
    client.exec("analyze").catch(() => {});
  };
}

/** The embedded database, whose transactions send what is held before any other statement and before the COMMIT. */
export function holdStatements(client: PGlite): PGlite {
  const changed = analyseAsItGrows(client);
  const transaction = <T>(work: (inner: Transaction) => Promise<T>) =>
    client.transaction(async (inner) => {
      let failed: unknown = null;
      let last: Promise<unknown> | null = null;
      const noted = <R>(sent: Promise<R>): Promise<R> => {
        last = sent.catch((error: unknown) => {
          failed ??= error;
        });
        return sent;
      };
      const channel: Channel = createChannel({
        send: (text, parameters) =>
          noted(inner.query(text, parameters, { parsers: AS_TEXT }).then(({ rows }) => rows)),
        set: (text) => noted(inner.query(text)),
      });
      const query: Transaction["query"] = (...sent) => {
        channel.held.send();
        return noted(inner.query(...sent)) as never;
      };
      const taken = new Proxy(inner, {
        get: (target, name) =>
          name === "query" ? query : name === "channel" ? channel : Reflect.get(target, name, target),
      });
      try {
        const result = await work(taken);
        if (channel.held.send()) changed();
        // They run in order: after the last one all have ended, also those that nobody waited for.
        await last;
        if (failed !== null) throw failed;
        return result;
      } catch (error) {
        throw failed !== null && isAfterFailure(error) ? failed : error;
      }
    });
  return new Proxy(client, {
    get(target, name) {
      if (name === "transaction") return transaction;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
