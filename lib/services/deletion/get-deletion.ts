import type { Deletion } from "@/lib/contracts/deletions";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** @throws EngineError `not_found` */
export async function getDeletion({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Deletion> {
  requireMember(ctx);
  return ctx.engine.getDeletion(ctx, input.id);
}
