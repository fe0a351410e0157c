import type { Memory } from "@/lib/contracts/memories";
import type { MyOverview } from "@/lib/contracts/pages";
import { listReview } from "@/lib/services/me/list-review";
import { requireSelf } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { listPausedSubjects } from "@/lib/store/memory/read-controls";
import { readMemories } from "@/lib/store/memory/read-memories";
import {
  countAgentsOf,
  countMyMemories,
  countOpenDeletionsOf,
  listMyChanges,
  listMyUses,
} from "@/lib/store/principals/my-memories";

const LINES = 10;

/** What is known of the signed-in person, whether it is right, and who uses it; all numbers of one moment. */
export async function getOverview({
  ctx,
}: {
  ctx: ServiceContext;
  input: Record<string, never>;
}): Promise<MyOverview> {
  const self = requireSelf(ctx);
  const { tenantId } = ctx.principal;
  const now = ctx.clock.now();
  const own = { tenantId, self, now };
  const { total: toReview } = await listReview({ ctx, input: {} });
  return ctx.database.withTenant(tenantId, async (tx) => {
    const counts = await countMyMemories(tx, own);
    const changes = await listMyChanges(tx, own, LINES);
    const uses = await listMyUses(tx, own, LINES);
    const ids = [
      ...counts.topics.map(({ newestId }) => newestId),
      ...changes.map(({ memoryId }) => memoryId),
      ...uses.map(({ memoryId }) => memoryId),
    ];
    const memories = await readMemories(tx, tenantId, [...new Set(ids)], { now });
    const byId = new Map<string, Memory>(memories.map((memory) => [memory.memory_id, memory]));
    return {
      as_of: now.toISOString(),
      paused: (await listPausedSubjects(tx, tenantId, [self], now)).length > 0,
      agents: await countAgentsOf(tx, own),
      counts: { active: counts.active, inactive: counts.inactive, inferred: counts.inferred },
      last_change_at: counts.lastChangeAt?.toISOString() ?? null,
      topics: counts.topics.flatMap(({ topic, count, newestId }) => {
        const newest = byId.get(newestId);
        return newest ? [{ topic, count, newest }] : [];
      }),
      changed: changes.flatMap(({ memoryId, at }) => {
        const memory = byId.get(memoryId);
        return memory ? [{ memory, at: at.toISOString() }] : [];
      }),
      used: uses.flatMap(({ memoryId, at, actor }) => {
        const memory = byId.get(memoryId);
        return memory ? [{ memory, at: at.toISOString(), actor }] : [];
      }),
      deletions_open: await countOpenDeletionsOf(tx, own),
      to_review: toReview,
    };
  });
}
