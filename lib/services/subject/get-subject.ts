import type { SubjectSummary } from "@/lib/contracts/reveals";
import { notFound } from "@/lib/engine/errors";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { findSubject, readSubjectSummary } from "@/lib/store/principals/subject-summary";

/**
 * One person, by an exact `user:ID`, id or e-mail address: nobody is found by trying beginnings.
 * @throws EngineError `role_required`, `not_found`
 */
export async function getSubject({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { who: string };
}): Promise<SubjectSummary> {
  requireRole(ctx, "viewer", "reviewer", "privacy_officer", "admin");
  const { tenantId } = ctx.principal;
  const who = input.who.trim();
  return ctx.database.withTenant(tenantId, async (tx) => {
    const subject = who.startsWith("user:") ? who : ((await findSubject(tx, tenantId, who)) ?? `user:${who}`);
    const summary = await readSubjectSummary(tx, tenantId, subject, ctx.clock.now());
    if (!summary) throw notFound("person");
    return summary;
  });
}
