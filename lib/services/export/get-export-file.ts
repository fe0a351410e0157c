import type { ExportOutput } from "@/lib/contracts/exports";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** The file. @throws EngineError `not_found` also while it is not ready, and once it ran out or was erased */
export async function getExportFile({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<ExportOutput> {
  requireMember(ctx);
  return ctx.engine.getExportFile(ctx, input.id);
}
