import type { Controls } from "@/lib/contracts/subjects";
import { holdsScope } from "@/lib/engine/model/principal";
import { requireMember } from "@/lib/services/authorise/require-member";
import { requireSelfOrRole } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { readControls, toSubject } from "@/lib/services/subject/read-controls";

/**
 * What a person decided about being remembered. An agent that holds their scope may know, so that it need not ask.
 * @throws EngineError `not_entitled`
 */
export async function getControls({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Controls> {
  requireMember(ctx);
  const subject = toSubject(input.id);
  const agent = ctx.principal.actor.kind === "agent" && holdsScope(ctx.principal.scopes, subject);
  if (!agent) requireSelfOrRole(ctx, subject, "privacy_officer", "admin");
  return ctx.database.withTenant(ctx.principal.tenantId, (tx) => readControls(tx, ctx, subject));
}
