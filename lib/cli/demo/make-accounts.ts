import { DEMO_AGENTS, DEMO_USERS, type DemoAgent } from "@/lib/cli/demo/accounts";
import { EngineError } from "@/lib/engine/errors";
import { DEMO_PASSWORD, DEMO_TENANT } from "@/lib/server/demo-accounts";
import { createAgent } from "@/lib/services/agent/create-agent";
import { createKey } from "@/lib/services/agent/create-key";
import { listAgents } from "@/lib/services/agent/list-agents";
import { revokeKey } from "@/lib/services/agent/revoke-key";
import type { ServiceContext } from "@/lib/services/context";
import { createUser } from "@/lib/services/user/create-user";
import { findSignIns } from "@/lib/store/principals/users";

const DAY = 86_400_000;

/**
 * People, agents and their keys; what exists is left alone. Nobody ever sees the secret of these keys: an agent of one's
 * own gets a key of its own.
 * @returns ids by short name
 */
export async function makeAccounts(ctx: ServiceContext, tenantId: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const user of DEMO_USERS) {
    await unlessThere(() =>
      createUser({ ctx, input: { tenant: DEMO_TENANT, password: DEMO_PASSWORD, ...user } }),
    );
    const digest = ctx.keys.digestEmail(user.email);
    const entries = await ctx.database.withoutTenant((tx) => findSignIns(tx, digest));
    const own = entries.find((entry) => entry.tenantId === tenantId);
    if (own && user.external_id) ids.set(user.external_id, own.userId);
  }
  for (const { short, keys: _keys, ...agent } of DEMO_AGENTS) {
    await unlessThere(() => createAgent({ ctx, input: { tenant: DEMO_TENANT, ...agent } }));
  }
  const inTenant: ServiceContext = { ...ctx, principal: { ...ctx.principal, tenantId } };
  const { items } = await listAgents({ ctx: inTenant, input: { limit: 100 } });
  for (const demo of DEMO_AGENTS) {
    const made = items.find((one) => one.name === demo.name);
    if (!made) continue;
    ids.set(demo.short, made.agent_id);
    const named = new Set(made.keys.map((key) => key.name));
    for (const key of demo.keys) if (!named.has(key.name ?? null)) await makeKey(ctx, made.agent_id, key);
  }
  return ids;
}

async function makeKey(ctx: ServiceContext, agentId: string, key: DemoAgent["keys"][number]): Promise<void> {
  const expires = key.days === undefined ? null : new Date(ctx.clock.now().getTime() + key.days * DAY);
  const input = {
    agent_id: agentId,
    ...(key.name && { name: key.name }),
    ...(expires && { expires_at: expires.toISOString() }),
  };
  const { key_id } = await createKey({ ctx, input });
  if (key.revoked) await revokeKey({ ctx, input: { key_id } });
}

async function unlessThere(create: () => Promise<unknown>): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (!(error instanceof EngineError && error.code === "already_exists")) throw error;
  }
}
