import { sql } from "drizzle-orm";
import type { SourceType, Status } from "@/lib/contracts/common";
import type { Tx } from "@/lib/store/client";
import { holdRows } from "@/lib/store/hold-rows";
import { textSet } from "@/lib/store/erasure/id-list";
import { queryRows } from "@/lib/store/rows";
import { eventInputs } from "@/lib/store/schema/review";

export interface NamedMemory {
  id: string;
  scope: string;
  subject: string | null;
  status: Status;
  statusReason: string | null;
  authority: number;
  trust: number;
  confirmation: string;
  eventIds: string[];
}

export interface NamedEvent {
  id: string;
  scope: string;
  subject: string | null;
  sourceType: SourceType;
  /** A version that came with it was judged malicious. */
  condemned: boolean;
}

/** Memories that somebody names as what something was made from. Rights are the caller's to check. */
export async function readNamedMemories(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<NamedMemory[]> {
  if (ids.length === 0) return [];
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select m.memory_id, m.scope, f.subject, m.status, m.status_reason, m.authority, m.trust, m.confirmation,
          (select json_agg(s.event_id) from memory_sources s where s.tenant_id = ${tenantId} and s.memory_id = m.memory_id
            and s.relation in ('supports', 'derived_from')) as event_ids
        from memories m join facts f on f.tenant_id = ${tenantId} and f.fact_id = m.fact_id
        where m.tenant_id = ${tenantId} and m.memory_id in ${textSet(ids)} and m.status <> 'deleted'`,
  );
  return rows.map((row) => ({
    id: String(row.memory_id),
    scope: String(row.scope),
    subject: (row.subject as string | null) ?? null,
    status: row.status as Status,
    statusReason: (row.status_reason as string | null) ?? null,
    authority: Number(row.authority),
    trust: Number(row.trust),
    confirmation: String(row.confirmation),
    eventIds: (row.event_ids as string[] | null) ?? [],
  }));
}

export async function readNamedEvents(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<NamedEvent[]> {
  if (ids.length === 0) return [];
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select e.event_id, e.scope, p.subject, e.source_type,
          exists (select 1 from quarantine q where q.tenant_id = ${tenantId} and q.event_id = e.event_id
            and q.state = 'condemned') as condemned
        from events e left join event_payloads p on p.tenant_id = ${tenantId} and p.event_id = e.event_id
        where e.tenant_id = ${tenantId} and e.event_id in ${textSet(ids)}`,
  );
  return rows.map((row) => ({
    id: String(row.event_id),
    scope: String(row.scope),
    subject: (row.subject as string | null) ?? null,
    sourceType: row.source_type as SourceType,
    condemned: row.condemned === true,
  }));
}

/** The edges along which taint runs and a cascade follows. */
export async function insertEventInputs(
  tx: Tx,
  tenantId: string,
  eventId: string,
  inputIds: readonly string[],
): Promise<void> {
  const rows = [...new Set(inputIds)].filter((inputId) => inputId !== eventId);
  if (rows.length === 0) return;
  holdRows(
    tx,
    eventInputs,
    tenantId,
    rows.map((inputId) => ({ tenantId, eventId, inputId })),
  );
}
