import { sql } from "drizzle-orm";
import type { Sensitivity, Status } from "@/lib/contracts/common";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

/** Where a memory stands and in which state: what rights and legality are decided on. */
export interface MemoryPlace {
  memoryId: string;
  factId: string;
  scope: string;
  subject: string | null;
  status: Status;
  statusReason: string | null;
  authority: number;
  /** A person confirmed it: by their own hand, or in a confirmation that was relayed. */
  confirmedByPerson: boolean;
  sensitivity: Sensitivity;
  /** Kind of actor of the last change of state. */
  lastActorKind: string | null;
}

export async function findMemoryPlace(
  tx: Tx,
  tenantId: string,
  memoryId: string,
): Promise<MemoryPlace | null> {
  const [row] = await queryRows<Record<string, unknown>>(
    tx,
    sql`select m.memory_id, m.fact_id, m.scope, f.subject, m.status, m.status_reason, m.authority, m.sensitivity,
          m.confirmation = 'confirmed' and exists (select 1 from memory_sources s where s.tenant_id = m.tenant_id
            and s.memory_id = m.memory_id and s.relation = 'supports' and (s.source_type in ('user_confirmation', 'approval')
              or (s.source_type = 'user_statement' and starts_with(s.writer_id, 'usr_')))) as by_person,
          (select t.actor_kind from memory_transitions t where t.tenant_id = m.tenant_id and t.memory_id = m.memory_id
             order by t.at desc, t.transition_id desc limit 1) as last_actor
        from memories m join facts f on f.tenant_id = m.tenant_id and f.fact_id = m.fact_id
        where m.tenant_id = ${tenantId} and m.memory_id = ${memoryId}`,
  );
  if (!row) return null;
  return {
    memoryId: String(row.memory_id),
    factId: String(row.fact_id),
    scope: String(row.scope),
    subject: (row.subject as string | null) ?? null,
    status: row.status as Status,
    statusReason: (row.status_reason as string | null) ?? null,
    authority: Number(row.authority),
    confirmedByPerson: row.by_person === true,
    sensitivity: row.sensitivity as Sensitivity,
    lastActorKind: (row.last_actor as string | null) ?? null,
  };
}
