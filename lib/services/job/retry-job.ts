import type { RetryJobInput } from "@/lib/contracts/jobs";
import { notFound } from "@/lib/engine/errors";
import { auditChange } from "@/lib/services/audit-change";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { makeDue } from "@/lib/store/list-jobs";

/**
 * Lets one piece of work be tried again at once instead of when its pause is over. Erasures are a privacy officer's as
 * well as an administrator's. @throws EngineError `role_required`, `not_found` for what is done or not there
 */
export async function retryJob({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: RetryJobInput;
}): Promise<RetryJobInput> {
  if (input.kind === "deletion") requireRole(ctx, "privacy_officer", "admin");
  else requireRole(ctx, "admin");
  const { tenantId } = ctx.principal;
  const at = ctx.clock.now();
  await ctx.database.withTenant(tenantId, async (tx) => {
    if (!(await makeDue(tx, tenantId, { kind: input.kind, jobId: input.job_id }, at))) throw notFound("job");
    await auditChange(
      tx,
      { ctx, tenantId, at },
      {
        action: "job.retried",
        objectType: input.kind === "deletion" ? "deletion" : "job",
        objectId: input.job_id,
        details: { kind: input.kind },
      },
    );
  });
  return input;
}
