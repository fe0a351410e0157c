import { FailedStatement } from "@/lib/platform/hide-parameters";

/** Classes of SQLSTATE that name a statement that could not be done: bad data, a constraint, a conflict of writers … */
const REFUSED = /^(?:22|23|40|42|P0)[0-9A-Z]{3}$/;

/** The database said of a statement that it was not done; so nothing of its transaction stands. */
export function wasRefused(error: unknown): boolean {
  return error instanceof FailedStatement && error.code !== null && REFUSED.test(error.code);
}
