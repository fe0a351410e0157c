import { isTypedReference, subjectKey } from "@/lib/engine/policy/fold-name";
import type { Tx } from "@/lib/store/client";
import { findCanonicalSubject } from "@/lib/store/naming/find-canonical-subject";

/**
 * The subject a name stands for in a scope. A typed reference is itself; a name is whom an alias says it is, and
 * otherwise itself: nobody is guessed.
 */
export async function resolveSubject(
  tx: Tx,
  tenantId: string,
  scope: string,
  subject: string,
): Promise<string> {
  if (isTypedReference(subject)) return subject;
  return (await findCanonicalSubject(tx, tenantId, scope, subjectKey(subject))) ?? subject;
}
