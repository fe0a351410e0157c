import type { Reveal, RevealInput } from "@/lib/contracts/reveals";
import { notFound } from "@/lib/engine/errors";
import { auditChange } from "@/lib/services/audit-change";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { REVEAL_MS, readSubjectSummary } from "@/lib/store/principals/subject-summary";

/**
 * Uncovers what is about one person for the one who asks, for a quarter of an hour. It stands in the log with its
 * reason, and in that person's own activity. What is of high sensitivity stays hidden.
 * @throws EngineError `role_required`, `not_found`
 */
export async function revealSubject({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: RevealInput;
}): Promise<Reveal> {
  requireRole(ctx, "privacy_officer");
  const { tenantId } = ctx.principal;
  const at = ctx.clock.now();
  const until = new Date(at.getTime() + REVEAL_MS).toISOString();
  return ctx.database.withTenant(tenantId, async (tx) => {
    if (!(await readSubjectSummary(tx, tenantId, input.subject, at))) throw notFound("person");
    await auditChange(
      tx,
      { ctx, tenantId, at },
      {
        action: "subject.revealed",
        objectType: "subject",
        objectId: input.subject,
        details: { reason: input.reason, until },
      },
    );
    return { subject: input.subject, until };
  });
}
