import type { Controls, ResumeInput } from "@/lib/contracts/subjects";
import { EngineError } from "@/lib/engine/errors";
import { holdsScope } from "@/lib/engine/model/principal";
import { auditChange } from "@/lib/services/audit-change";
import { requireWriter } from "@/lib/services/authorise/require-member";
import { requireSelfOrRole } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { readControls, toSubject } from "@/lib/services/subject/read-controls";
import { findLastPauser, setPause } from "@/lib/store/memory/write-controls";

/** An agent that relays the person's own wish: what they confirmed, with a reference, or said, with their words. */
function relays(ctx: ServiceContext, subject: string, source: ResumeInput["source"]): boolean {
  const { actor, scopes, sourceTypes, writeMode } = ctx.principal;
  if (actor.kind !== "agent" || writeMode !== "full" || !holdsScope(scopes, subject) || !source) return false;
  if (!sourceTypes.includes(source.type)) return false;
  const confirmed = source.type === "user_confirmation" && Boolean(source.ref);
  return confirmed || (source.type === "user_statement" && Boolean(source.quote));
}

/**
 * Ends a pause; reads and writes go on at once.
 * @throws EngineError `not_entitled` for anyone but the person, those who may act for them, or a relayed wish to end a
 *   pause that an agent had set
 */
export async function resumeMemory({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ResumeInput & { id: string };
}): Promise<Controls> {
  requireWriter(ctx);
  const subject = toSubject(input.id);
  const relayed = relays(ctx, subject, input.source);
  if (!relayed) requireSelfOrRole(ctx, subject, "privacy_officer", "admin");
  const { tenantId } = ctx.principal;
  const at = ctx.clock.now();
  return ctx.database.withTenant(tenantId, async (tx) => {
    // A reference that nobody can look up does not undo what a person did themselves.
    if (relayed && (await findLastPauser(tx, tenantId, subject)) !== "agent") {
      throw new EngineError("not_entitled", "A person set this pause: only a person ends it.");
    }
    await setPause(tx, { tenantId, subject }, { pausedAt: null, pausedUntil: null }, at);
    await auditChange(
      tx,
      { ctx, tenantId, at },
      { action: "subject.resumed", objectType: "subject", objectId: subject, details: { relayed } },
    );
    return readControls(tx, ctx, subject);
  });
}
