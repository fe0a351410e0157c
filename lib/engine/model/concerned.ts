import { holdsScope, type Principal } from "@/lib/engine/model/principal";

export interface Place {
  scope: string;
  subject: string | null;
}

const isPerson = (name: string | null): name is string => name?.startsWith("user:") ?? false;

/** Under whose data key a thing of high sensitivity stands: the person it speaks of, else whose scope it is in, else the scope. */
export function concernedBy({ scope, subject }: Place): string {
  return isPerson(subject) ? subject : scope;
}

/**
 * Whether this principal may read something of high sensitivity. Seeing the place is not enough: it takes being the
 * person concerned, or holding that person's scope; where nobody is concerned, holding the place itself. An operator's
 * role opens nothing here.
 */
export function mayReadHigh(principal: Principal, { scope, subject }: Place): boolean {
  const people = [scope, subject].filter(isPerson);
  const names = people.length > 0 ? people : [scope];
  return names.some((name) => name === principal.self || holdsScope(principal.scopes, name));
}
