import { type Page, sourceType } from "@/lib/contracts/common";
import { type Agent, writeMode } from "@/lib/contracts/principals";
import { EngineError } from "@/lib/engine/errors";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { type AgentKeyRow, type AgentRow, listAgents as listAgentRows } from "@/lib/store/principals/agents";

/** The tenant's agents by name, each with its keys (never their secrets). @throws EngineError `role_required` */
export async function listAgents({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { cursor?: string; limit?: number };
}): Promise<Page<Agent>> {
  requireRole(ctx, "viewer", "reviewer", "privacy_officer", "admin");
  const offset = input.cursor === undefined ? 0 : Number(input.cursor);
  if (!Number.isSafeInteger(offset) || offset < 0)
    throw new EngineError("meaningless", "This cursor is not one of ours.");
  const limit = input.limit ?? 100;
  const { tenantId } = ctx.principal;
  const page = await ctx.database.withTenant(tenantId, (tx) =>
    listAgentRows(tx, { tenantId, offset, limit }),
  );
  const next = offset + page.items.length;
  return {
    items: page.items.map(({ agent, keys }) => toAgent(agent, keys)),
    next_cursor: next < page.total ? String(next) : null,
    total: page.total,
  };
}

function toAgent(row: AgentRow, keys: AgentKeyRow[]): Agent {
  return {
    agent_id: row.agentId,
    name: row.name,
    scopes: row.scopes,
    purposes: row.purposes,
    source_types: sourceType.array().parse(row.sourceTypes),
    write_mode: writeMode.parse(row.writeMode),
    created_at: row.createdAt.toISOString(),
    disabled_at: row.disabledAt?.toISOString() ?? null,
    keys: keys.map((key) => ({
      key_id: key.keyId,
      name: key.name,
      prefix: key.prefix,
      last4: key.last4,
      created_at: key.createdAt.toISOString(),
      expires_at: key.expiresAt?.toISOString() ?? null,
      revoked_at: key.revokedAt?.toISOString() ?? null,
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
      rate_per_minute: key.ratePerMinute,
    })),
  };
}
