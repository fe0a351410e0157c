import type { Engine } from "@/lib/engine/engine";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import type { RetentionRule } from "@/lib/engine/policy/lifecycle-policy";
import { listOutlived } from "@/lib/store/lifecycle/list-outlived";

/** Erased in one look; the rest waits for the next. */
export const MOST_ERASED = 500;

/**
 * Erases what the tenant's rules of retention say has been kept long enough: by the same process as a person's wish,
 * with a receipt for each person concerned.
 * @returns how many memories
 */
export async function eraseOutlived(
  deps: EngineDeps & Pick<Engine, "requestDeletion">,
  call: CallContext,
  rules: readonly RetentionRule[],
): Promise<number> {
  const { tenantId } = call.principal;
  const now = deps.ports.clock.now();
  let erased = 0;
  for (const rule of rules) {
    const left = MOST_ERASED - erased;
    if (left <= 0) break;
    const outlived = await deps.database.withTenant(tenantId, (tx) =>
      listOutlived(tx, tenantId, rule, now, left),
    );
    const byPerson = new Map<string | null, string[]>();
    for (const { person, memoryId } of outlived)
      byPerson.set(person, [...(byPerson.get(person) ?? []), memoryId]);
    for (const memoryIds of byPerson.values()) {
      await deps.requestDeletion(call, { selector: { memory_ids: memoryIds }, cancel_window_s: 0 });
      erased += memoryIds.length;
    }
  }
  return erased;
}
