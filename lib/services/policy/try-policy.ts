import type { PolicyBody, PolicyTrial } from "@/lib/contracts/policies";
import type { Replay } from "@/lib/contracts/replays";
import { EngineError } from "@/lib/engine/errors";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";

const MOST = 50;
const SKIPPED = new Set(["text_erased", "degraded_high_risk", "scope_not_allowed"]);

/**
 * The last retrievals asked again under this draft and under what is in force, each with what was known when it was
 * asked; the two are compared with each other, so that nothing but the policy differs. Nothing is published or stored.
 * @param input.limit at most 50
 * @throws EngineError `role_required`; `meaningless` for a draft that could not be published
 */
export async function tryPolicy({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { body: PolicyBody; limit: number };
}): Promise<PolicyTrial> {
  requireAdmin(ctx, ctx.principal.tenantId);
  const limit = Math.min(MOST, input.limit);
  const { items } = await ctx.engine.listTraces(ctx, { limit });
  const trial: PolicyTrial = { tried: 0, skipped: 0, changed: [] };
  // One after another: an embedded database has one session, and agents go on asking meanwhile.
  for (const { retrieval_id, at, actor } of items) {
    try {
      const held = await ctx.engine.replay(ctx, retrieval_id, {});
      const draft = await ctx.engine.replay(ctx, retrieval_id, { policy: { body: input.body } });
      trial.tried++;
      const difference = comparePacks(held.pack, draft.pack);
      if (difference.entered.length + difference.left.length === 0) continue;
      const tokens = { before: held.pack.tokens.replayed.used, after: draft.pack.tokens.replayed.used };
      trial.changed.push({ retrieval_id, at, actor, ...difference, tokens });
    } catch (error) {
      if (!(error instanceof EngineError) || !SKIPPED.has(error.code)) throw error;
      trial.skipped++;
    }
  }
  return trial;
}

/** Both are told by where they differ from one recorded pack: what only one of them says is the difference. */
export function comparePacks(
  held: Pick<Replay["pack"], "entered" | "left">,
  draft: Pick<Replay["pack"], "entered" | "left">,
): { entered: string[]; left: string[] } {
  const without = (ids: readonly string[], others: readonly string[]) =>
    ids.filter((id) => !others.includes(id));
  return {
    entered: [...without(draft.entered, held.entered), ...without(held.left, draft.left)],
    left: [...without(held.entered, draft.entered), ...without(draft.left, held.left)],
  };
}
