import { changeFacts } from "@/lib/engine/lifecycle/change-facts";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { listOverdue } from "@/lib/store/lifecycle/list-overdue";

const MOST_FACTS = 200;

export interface EndsLooked {
  changed: string[];
  /** Everything up to then is settled; null while there is more to do. */
  until: Date | null;
}

/**
 * What the clock ended is history for every reader at once; this writes it down: expired, or superseded where a later
 * claim has begun. Nothing is closed or inserted: the periods said so from the beginning.
 * @param since up to when it was all written down before
 */
export async function persistEnds(
  deps: EngineDeps,
  call: CallContext,
  since: Date | null,
): Promise<EndsLooked> {
  const { tenantId } = call.principal;
  const until = deps.ports.clock.now();
  const overdue = await deps.database.withTenant(tenantId, (tx) =>
    listOverdue(tx, tenantId, { since, until }, MOST_FACTS),
  );
  const changed = await changeFacts(
    deps,
    call,
    overdue,
    { operation: "EXPIRE", reasonCode: "time_passed", action: "memory.ended" },
    // The timeline says by itself what each claim has become.
    () => [],
  );
  return { changed, until: overdue.length < MOST_FACTS ? until : null };
}
