import type { MyAgent } from "@/lib/contracts/pages";
import { writeMode } from "@/lib/contracts/principals";
import { holdsScope } from "@/lib/engine/model/principal";
import { requireSelf } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { listAgentsOf, type MyAgentRow } from "@/lib/store/principals/my-agents";

/** Sources by which an agent brings a person's own words. */
const SPOKEN = ["user_statement", "user_confirmation", "approval"];

/** What each agent may read and write of the signed-in person, and what it did. */
export async function listMyAgents({
  ctx,
}: {
  ctx: ServiceContext;
  input: Record<string, never>;
}): Promise<MyAgent[]> {
  const self = requireSelf(ctx);
  const { tenantId } = ctx.principal;
  const rows = await ctx.database.withTenant(tenantId, (tx) =>
    listAgentsOf(tx, { tenantId, self, now: ctx.clock.now() }),
  );
  return rows.map((row) => toMyAgent(row, self));
}

export function toMyAgent(row: MyAgentRow, self: string): MyAgent {
  const reaches = holdsScope(row.scopes, self) && !row.disabled;
  return {
    agent_id: row.agentId,
    name: row.name,
    reads: reaches,
    writes: reaches ? writeMode.parse(row.writeMode) : "none",
    relays: reaches && row.sourceTypes.some((type) => SPOKEN.includes(type)),
    purposes: row.purposes,
    connected: row.hasKey && !row.disabled,
    paused_since: row.pausedAt?.toISOString() ?? null,
    written: row.written,
    held: row.held,
    last_wrote_at: row.lastWroteAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}
