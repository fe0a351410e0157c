import { notFound } from "@/lib/engine/errors";
import { auditChange } from "@/lib/services/audit-change";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { findAgent, setAgentDisabled } from "@/lib/store/principals/agents";

/**
 * Stops an agent with all its keys within a second, or lets it go on; what it wrote stays.
 * @throws EngineError `not_found`, `role_required`
 */
export async function setAgentAccess({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { agent_id: string; enabled: boolean };
}): Promise<{ agent_id: string; enabled: boolean }> {
  requireRole(ctx, "admin");
  const { tenantId } = ctx.principal;
  const at = ctx.clock.now();
  return ctx.database.withTenant(tenantId, async (tx) => {
    const agent = await findAgent(tx, { tenantId, agentId: input.agent_id });
    if (!agent) throw notFound("agent");
    if ((agent.disabledAt === null) === input.enabled) return input;
    await setAgentDisabled(tx, { tenantId, agentId: input.agent_id }, input.enabled ? null : at);
    await auditChange(
      tx,
      { ctx, tenantId, at },
      {
        action: input.enabled ? "agent.enabled" : "agent.disabled",
        objectType: "agent",
        objectId: input.agent_id,
      },
    );
    return input;
  });
}
