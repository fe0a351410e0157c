import type { ExportRecord } from "@/lib/contracts/exports";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** How far it is. @throws EngineError `not_found` for one that is neither theirs nor about them */
export async function getExport({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<ExportRecord> {
  requireMember(ctx);
  return ctx.engine.getExport(ctx, input.id);
}
