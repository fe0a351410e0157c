import type { Controls, PauseInput } from "@/lib/contracts/subjects";
import { EngineError } from "@/lib/engine/errors";
import { holdsScope } from "@/lib/engine/model/principal";
import { auditChange } from "@/lib/services/audit-change";
import { requireWriter } from "@/lib/services/authorise/require-member";
import { requireSelfOrRole } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { readControls, toSubject } from "@/lib/services/subject/read-controls";
import { setPause } from "@/lib/store/memory/write-controls";

/**
 * Nothing of this person is read or written from now on, until `until` or until it is resumed. An agent that holds
 * their scope may stop it too: to stop is always safe.
 * @throws EngineError `not_entitled`, `invalid_range` for an end that has passed
 */
export async function pauseMemory({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: PauseInput & { id: string };
}): Promise<Controls> {
  requireWriter(ctx);
  const subject = toSubject(input.id);
  const { tenantId, actor, scopes, writeMode } = ctx.principal;
  const agent = actor.kind === "agent" && writeMode === "full" && holdsScope(scopes, subject);
  if (!agent) requireSelfOrRole(ctx, subject, "privacy_officer", "admin");
  const at = ctx.clock.now();
  const until = input.until === undefined ? null : new Date(input.until);
  if (until !== null && until <= at) {
    throw new EngineError("invalid_range", "The end of a pause must lie ahead.", {
      fields: [{ path: "until", message: "must be later than now" }],
    });
  }
  return ctx.database.withTenant(tenantId, async (tx) => {
    await setPause(tx, { tenantId, subject }, { pausedAt: at, pausedUntil: until }, at);
    await auditChange(
      tx,
      { ctx, tenantId, at },
      {
        action: "subject.paused",
        objectType: "subject",
        objectId: subject,
        details: { until: until?.toISOString() ?? null },
      },
    );
    return readControls(tx, ctx, subject);
  });
}
