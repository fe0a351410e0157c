import type { ExportFormat, ExportOutput } from "@/lib/contracts/exports";
import { requireMember } from "@/lib/services/authorise/require-member";
import { requireScope } from "@/lib/services/authorise/require-scope";
import type { ServiceContext } from "@/lib/services/context";

const SCOPED = /^(?:user|project|run|team|agent|org):/;

/**
 * Everything of one subject, at once: the person's own, a key's as far as its scopes go, an operator's of the tenant.
 * @throws EngineError `scope_not_allowed`, `not_entitled`
 */
export async function exportSubject({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { subject: string; format: ExportFormat };
}): Promise<ExportOutput> {
  requireMember(ctx);
  if (ctx.principal.actor.kind === "agent" && SCOPED.test(input.subject)) requireScope(ctx, input.subject);
  return ctx.engine.exportSubject(ctx, input);
}
