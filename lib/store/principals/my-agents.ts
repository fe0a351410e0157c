import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import type { Own } from "@/lib/store/principals/my-memories";
import { queryRows, toInstantOrNull } from "@/lib/store/rows";

export interface MyAgentRow {
  agentId: string;
  name: string;
  scopes: string[];
  purposes: string[] | null;
  sourceTypes: string[];
  writeMode: string;
  disabled: boolean;
  hasKey: boolean;
  pausedAt: Date | null;
  written: number;
  held: number;
  lastWroteAt: Date | null;
  lastUsedAt: Date | null;
}

const mine = ({ tenantId, self }: Own): SQL => sql`
  select m.memory_id, m.writer_id, m.recorded_at, m.status
  from memories m join facts f on f.tenant_id = m.tenant_id and f.fact_id = m.fact_id
  where m.tenant_id = ${tenantId} and (m.scope = ${self} or f.subject = ${self}) and m.status <> 'deleted'`;

/**
 * Agents that may read or write something of this person, and those that once wrote something of theirs. Last use is
 * what the agent itself reported; to be handed something is not to use it.
 */
export async function listAgentsOf(tx: Tx, own: Own, agentId: string | null = null): Promise<MyAgentRow[]> {
  const { tenantId, self, now } = own;
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`with mine as (${mine(own)}),
        wrote as (select writer_id, count(*)::int as written, max(recorded_at) as last,
            count(*) filter (where status = 'active')::int as held from mine group by writer_id),
        used as (select u.actor_id, max(u.at) as last from usage u join mine on mine.memory_id = u.memory_id
            where u.tenant_id = ${tenantId} group by u.actor_id)
      select a.agent_id, a.name, a.scopes, a.purposes, a.source_types, a.write_mode, a.disabled_at is not null as disabled,
        exists (select 1 from agent_keys k where k.tenant_id = ${tenantId} and k.agent_id = a.agent_id
          and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${at})) as has_key,
        p.paused_at, coalesce(w.written, 0) as written, coalesce(w.held, 0) as held, w.last as last_wrote, u.last as last_used
      from agents a
        left join wrote w on w.writer_id = a.agent_id
        left join used u on u.actor_id = a.agent_id
        left join subject_agent_pauses p
          on p.tenant_id = ${tenantId} and p.agent_id = a.agent_id and p.subject = ${self}
      where a.tenant_id = ${tenantId} and (${agentId}::text is null or a.agent_id = ${agentId}::text)
        and ('user:*' = any(a.scopes) or ${self} = any(a.scopes) or w.writer_id is not null or p.paused_at is not null)
      order by coalesce(greatest(w.last, u.last), 'epoch'::timestamptz) desc, a.name`,
  );
  return rows.map((row) => ({
    agentId: String(row.agent_id),
    name: String(row.name),
    scopes: row.scopes as string[],
    purposes: row.purposes as string[] | null,
    sourceTypes: row.source_types as string[],
    writeMode: String(row.write_mode),
    disabled: Boolean(row.disabled),
    hasKey: Boolean(row.has_key),
    pausedAt: toInstantOrNull(row.paused_at),
    written: Number(row.written),
    held: Number(row.held),
    lastWroteAt: toInstantOrNull(row.last_wrote),
    lastUsedAt: toInstantOrNull(row.last_used),
  }));
}
