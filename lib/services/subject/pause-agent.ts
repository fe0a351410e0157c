import { notFound } from "@/lib/engine/errors";
import { auditChange } from "@/lib/services/audit-change";
import { requireWriter } from "@/lib/services/authorise/require-member";
import { requireSelf } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { deleteAgentPause, insertAgentPause } from "@/lib/store/memory/agent-pauses";
import { listAgentsOf } from "@/lib/store/principals/my-agents";

/**
 * One agent reads and writes nothing about the signed-in person any more, or does again; in force when this returns.
 * Everybody else, and what it does for other people, goes on.
 * @throws EngineError `not_entitled`; `not_found` for an agent that has nothing to do with them
 */
export async function pauseAgent({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { agent_id: string; paused: boolean };
}): Promise<{ agent_id: string; paused: boolean }> {
  requireWriter(ctx);
  const subject = requireSelf(ctx);
  const { tenantId } = ctx.principal;
  const { agent_id: agentId, paused } = input;
  const at = ctx.clock.now();
  await ctx.database.withTenant(tenantId, async (tx) => {
    const [agent] = await listAgentsOf(tx, { tenantId, self: subject, now: at }, agentId);
    if (!agent) throw notFound("agent");
    const key = { tenantId, subject, agentId };
    if (paused) await insertAgentPause(tx, key, at);
    else await deleteAgentPause(tx, key);
    await auditChange(
      tx,
      { ctx, tenantId, at },
      {
        action: paused ? "subject.agent_paused" : "subject.agent_resumed",
        objectType: "subject",
        objectId: subject,
        details: { agent_id: agentId },
      },
    );
  });
  return { agent_id: agentId, paused };
}
