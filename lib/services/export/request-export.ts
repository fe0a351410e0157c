import type { ExportFormat, ExportRecord } from "@/lib/contracts/exports";
import { requireMember } from "@/lib/services/authorise/require-member";
import { requireSelfOrRole } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";

/** Everything of one subject as a file that is made later and runs out. @throws EngineError `not_entitled` */
export async function requestExport({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { subject: string; format?: ExportFormat | undefined };
}): Promise<ExportRecord> {
  requireMember(ctx);
  requireSelfOrRole(ctx, input.subject, "privacy_officer", "admin");
  return ctx.engine.requestExport(ctx, { subject: input.subject, format: input.format ?? "json" });
}
