import type { DeletionReceipt } from "@/lib/contracts/deletions";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** The signed receipt: what was found, removed and left in every place a copy can live. @throws EngineError `not_found` */
export async function getReceipt({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<DeletionReceipt> {
  requireMember(ctx);
  return ctx.engine.getReceipt(ctx, input.id);
}
