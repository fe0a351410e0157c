import type { Page } from "@/lib/contracts/common";
import type { BlockedSource } from "@/lib/contracts/reviews";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** Sources from which nothing is taken. @throws EngineError `not_entitled` */
export async function listBlockedSources({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { cursor?: string | undefined; limit?: number | undefined };
}): Promise<Page<BlockedSource>> {
  requireMember(ctx);
  return ctx.engine.listBlockedSources(ctx, input);
}
