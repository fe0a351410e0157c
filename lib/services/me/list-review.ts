import type { Memory } from "@/lib/contracts/memories";
import type { MyReview, ReviewItem } from "@/lib/contracts/pages";
import { requireSelf } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { readMemories } from "@/lib/store/memory/read-memories";
import { listMyMemoryIds } from "@/lib/store/principals/my-memories";

/** More questions of each kind than anybody answers in one sitting; what is left comes when these are answered. */
const MOST = 50;

/**
 * What only the signed-in person can say: whether a conclusion is right, whether what was proposed may stand, whether
 * two memories are one, which of two sides is true. Questions first: they hold something up; a guess does not.
 */
export async function listReview({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { topic?: string; agent?: string };
}): Promise<MyReview> {
  const self = requireSelf(ctx);
  const { tenantId } = ctx.principal;
  const now = ctx.clock.now();
  const isTheirs = (memory: Memory | undefined): memory is Memory =>
    memory !== undefined && (memory.scope === self || memory.subject === self);

  const [approvals, conflicts, duplicates] = await Promise.all([
    ctx.engine.listApprovals(ctx, { state: "open", limit: MOST }),
    ctx.engine.listConflicts(ctx, { state: "open", limit: MOST }),
    ctx.engine.listDuplicates(ctx, { state: "open", limit: MOST }),
  ]);
  const guesses = await ctx.database.withTenant(tenantId, async (tx) => {
    const page = await listMyMemoryIds(
      tx,
      { tenantId, self, now },
      { ...input, status: "active", confirmation: "inferred", sort: "learned", after: null, limit: MOST },
    );
    const paired = duplicates.items.flatMap(({ memory_id, other_id }) => [memory_id, other_id]);
    const memories = await readMemories(tx, tenantId, [...new Set([...page.ids, ...paired])], { now });
    return { ...page, byId: new Map(memories.map((memory) => [memory.memory_id, memory])) };
  });

  const questions: ReviewItem[] = [];
  for (const conflict of conflicts.items) {
    if (!conflict.may_decide || !conflict.incumbent || !conflict.challenger) continue;
    questions.push({ kind: "conflict", id: conflict.conflict_id, conflict });
  }
  for (const approval of approvals.items) {
    if (!approval.may_decide || !isTheirs(approval.proposed ?? undefined)) continue;
    questions.push({ kind: "proposal", id: approval.approval_id, approval });
  }
  for (const { duplicate_id, memory_id, other_id, reason_code } of duplicates.items) {
    const memory = guesses.byId.get(memory_id);
    const other = guesses.byId.get(other_id);
    if (!isTheirs(memory) || !isTheirs(other)) continue;
    if (memory.status !== "active" || other.status !== "active") continue;
    questions.push({ kind: "pair", id: duplicate_id, reason_code, memory, other });
  }
  const narrowed = input.topic !== undefined || input.agent !== undefined;
  const items: ReviewItem[] = [
    ...(narrowed ? [] : questions),
    ...guesses.ids.flatMap((id): ReviewItem[] => {
      const memory = guesses.byId.get(id);
      return memory ? [{ kind: "guess", id, memory }] : [];
    }),
  ];
  return { items, total: (narrowed ? 0 : questions.length) + guesses.total };
}
