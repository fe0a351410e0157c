import { and, asc, count, eq, inArray } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { agentKeys, agents, keyDirectory, tenants } from "@/lib/store/schema/tenancy";

export type AgentRow = typeof agents.$inferSelect;
export type AgentKeyRow = typeof agentKeys.$inferSelect;

/** An agent and its directory entry, so that its keys can be made before a tenant is known. @throws on a taken name (23505) */
export async function insertAgent(tx: Tx, agent: AgentRow): Promise<void> {
  await tx.insert(agents).values(agent);
  await tx.insert(keyDirectory).values({ keyId: agent.agentId, tenantId: agent.tenantId });
}

export async function insertAgentKey(tx: Tx, key: AgentKeyRow): Promise<void> {
  await tx.insert(agentKeys).values(key);
  await tx.insert(keyDirectory).values({ keyId: key.keyId, tenantId: key.tenantId });
}

/** Outside any tenant, through the definer function: which tenant a key or an agent belongs to. */
export async function findTenantOfKey(tx: Tx, keyOrAgentId: string): Promise<string | null> {
  const [row] = await queryRows<{ tenant_id: string }>(
    tx,
    sql`select tenant_id from find_agent_key(${keyOrAgentId})`,
  );
  return row?.tenant_id ?? null;
}

export async function findAgent(
  tx: Tx,
  key: { tenantId: string; agentId: string },
): Promise<AgentRow | null> {
  const [row] = await tx
    .select()
    .from(agents)
    .where(and(eq(agents.tenantId, key.tenantId), eq(agents.agentId, key.agentId)));
  return row ?? null;
}

export interface CredentialRow {
  key: AgentKeyRow;
  agent: AgentRow;
  tenant: { tenantId: string; slug: string; name: string };
}

/** A key with the agent it speaks for; also a revoked or expired one. */
export async function findCredential(
  tx: Tx,
  id: { tenantId: string; keyId: string },
): Promise<CredentialRow | null> {
  const [row] = await tx
    .select({ key: agentKeys, agent: agents, tenant: tenants })
    .from(agentKeys)
    .innerJoin(agents, and(eq(agents.tenantId, agentKeys.tenantId), eq(agents.agentId, agentKeys.agentId)))
    .innerJoin(tenants, eq(tenants.tenantId, agentKeys.tenantId))
    .where(and(eq(agentKeys.tenantId, id.tenantId), eq(agentKeys.keyId, id.keyId)));
  return row ?? null;
}

/** Revokes once: a second call keeps the first moment. @returns that moment, or null when there is no such key */
export async function revokeAgentKey(
  tx: Tx,
  id: { tenantId: string; keyId: string },
  at: Date,
): Promise<Date | null> {
  const [row] = await tx
    .update(agentKeys)
    .set({ revokedAt: sql`coalesce(${agentKeys.revokedAt}, ${at.toISOString()}::timestamptz)` })
    .where(and(eq(agentKeys.tenantId, id.tenantId), eq(agentKeys.keyId, id.keyId)))
    .returning({ revokedAt: agentKeys.revokedAt });
  return row?.revokedAt ?? null;
}

/** The moment from which a key works no longer, set by whoever put another in its place. */
export async function endAgentKey(
  tx: Tx,
  id: { tenantId: string; keyId: string },
  expiresAt: Date,
): Promise<void> {
  await tx
    .update(agentKeys)
    .set({ expiresAt })
    .where(and(eq(agentKeys.tenantId, id.tenantId), eq(agentKeys.keyId, id.keyId)));
}

export async function setAgentDisabled(
  tx: Tx,
  id: { tenantId: string; agentId: string },
  disabledAt: Date | null,
): Promise<void> {
  await tx
    .update(agents)
    .set({ disabledAt })
    .where(and(eq(agents.tenantId, id.tenantId), eq(agents.agentId, id.agentId)));
}

/** A stamp for people, not for decisions: no audit row, at most once a minute. */
export async function stampKeyUsed(tx: Tx, id: { tenantId: string; keyId: string }, at: Date): Promise<void> {
  await tx
    .update(agentKeys)
    .set({ lastUsedAt: at })
    .where(and(eq(agentKeys.tenantId, id.tenantId), eq(agentKeys.keyId, id.keyId)));
}

/** Agents by name with all their keys, newest key first. */
export async function listAgents(
  tx: Tx,
  page: { tenantId: string; offset: number; limit: number },
): Promise<{ total: number; items: { agent: AgentRow; keys: AgentKeyRow[] }[] }> {
  const [counted] = await tx
    .select({ total: count() })
    .from(agents)
    .where(eq(agents.tenantId, page.tenantId));
  const rows = await tx
    .select()
    .from(agents)
    .where(eq(agents.tenantId, page.tenantId))
    .orderBy(asc(agents.name), asc(agents.agentId))
    .offset(page.offset)
    .limit(page.limit);
  const ids = rows.map((row) => row.agentId);
  const keys =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(agentKeys)
          .where(and(eq(agentKeys.tenantId, page.tenantId), inArray(agentKeys.agentId, ids)))
          .orderBy(sql`${agentKeys.createdAt} desc`);
  return {
    total: counted?.total ?? 0,
    items: rows.map((agent) => ({ agent, keys: keys.filter((key) => key.agentId === agent.agentId) })),
  };
}
