import { readPolicy } from "@/lib/store/read-policy";
import type { Tx } from "@/lib/store/client";

/** Asked once in a transaction: what holds when it begins holds for all that it writes. */
const ANSWERS = new WeakMap<Tx, Promise<boolean>>();

/**
 * Whether this tenant has everything it keeps under data keys, not what is of high sensitivity alone
 * (`write.encryption`). Asked where rows are written, so that no writer can forget to.
 */
export function encryptsEverything(tx: Tx, tenantId: string): Promise<boolean> {
  const known = ANSWERS.get(tx);
  if (known) return known;
  const answer = readPolicy(tx, tenantId).then((stored) => {
    const { write } = (stored?.body ?? {}) as { write?: { encryption?: unknown } };
    return write?.encryption === "everything";
  });
  ANSWERS.set(tx, answer);
  return answer;
}
