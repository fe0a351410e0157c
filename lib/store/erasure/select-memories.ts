import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { textArray, textSet } from "@/lib/store/erasure/id-list";
import { sealedSpellings } from "@/lib/store/sealing/open-rows";
import { queryRows } from "@/lib/store/rows";

export interface SelectedMemory {
  memoryId: string;
  factId: string;
  scope: string;
  subject: string | null;
  status: string;
}

/** Which rows a caller may erase, as data: everything, certain scopes, or what concerns one person. */
export type RowReach =
  | { kind: "tenant" }
  | { kind: "scopes"; exact: readonly string[]; types: readonly string[] }
  | { kind: "person"; self: string };

/** Every condition that is set must hold. Exact equality throughout: `%` and `_` are letters like any other. */
export interface MemoryConditions {
  memoryIds?: readonly string[];
  /** In this scope, or about this subject. */
  allOfSubject?: string;
  scope?: string;
  subject?: string;
  /** The key under which that subject is a name, when it is one: it stands for whom an alias says. */
  nameKey?: string;
  topic?: string;
  predicate?: string;
  writerId?: string;
}

function reachClause(reach: RowReach): SQL {
  if (reach.kind === "tenant") return sql`true`;
  if (reach.kind === "person") return sql`(m.scope = ${reach.self} or f.subject = ${reach.self})`;
  return sql`(m.scope = any(${textArray(reach.exact)}) or split_part(m.scope, ':', 1) = any(${textArray(reach.types)}))`;
}

/** About this subject, in any spelling of its name, or about whom its name stands for where the memory stands. */
function isAbout(tenantId: string, subject: string, nameKey: string | undefined): SQL {
  if (nameKey === undefined) return sql`f.subject = ${subject}`;
  return sql`(f.subject = ${subject} or f.subject_key = ${nameKey} or f.subject = (
    select e.subject from entity_aliases a
    join entities e on e.tenant_id = ${tenantId} and e.entity_id = a.entity_id
    where a.tenant_id = ${tenantId} and a.alias_key = ${nameKey} and a.scope in ('', f.scope)
    order by (a.scope <> '') desc limit 1))`;
}

/** The memories that meet all conditions and are not erased yet, in the order of their facts (the order of locking). */
export async function selectMemories(
  tx: Tx,
  tenantId: string,
  conditions: MemoryConditions,
  reach: RowReach,
): Promise<SelectedMemory[]> {
  const where: SQL[] = [sql`m.tenant_id = ${tenantId}`, sql`m.status <> 'deleted'`, reachClause(reach)];
  if (conditions.memoryIds) where.push(sql`m.memory_id in ${textSet(conditions.memoryIds)}`);
  if (conditions.allOfSubject !== undefined) {
    where.push(
      sql`(m.scope = ${conditions.allOfSubject} or ${isAbout(tenantId, conditions.allOfSubject, conditions.nameKey)})`,
    );
  }
  if (conditions.scope !== undefined) where.push(sql`m.scope = ${conditions.scope}`);
  if (conditions.subject !== undefined) where.push(isAbout(tenantId, conditions.subject, conditions.nameKey));
  if (conditions.predicate !== undefined) where.push(sql`f.predicate = ${conditions.predicate}`);
  if (conditions.writerId !== undefined) where.push(sql`m.writer_id = ${conditions.writerId}`);
  if (conditions.topic !== undefined) {
    where.push(sql`exists (select 1 from memory_contents c
      where c.tenant_id = m.tenant_id and c.memory_id = m.memory_id and c.topic in ${textSet(sealedSpellings(tx, tenantId, "topic", [conditions.topic]))})`);
  }
  const rows = await queryRows<{
    memory_id: string;
    fact_id: string;
    scope: string;
    subject: string | null;
    status: string;
  }>(
    tx,
    sql`select m.memory_id, m.fact_id, m.scope, f.subject, m.status
      from memories m join facts f on f.tenant_id = m.tenant_id and f.fact_id = m.fact_id
      where ${sql.join(where, sql` and `)} order by m.fact_id, m.memory_id`,
  );
  return rows.map((row) => ({
    memoryId: row.memory_id,
    factId: row.fact_id,
    scope: row.scope,
    subject: row.subject,
    status: row.status,
  }));
}

/**
 * Memories derived from the same events as these, and from those derived in turn: a rule or a summary that names an
 * erased event as what it was made from cannot stand on it any more.
 */
export async function selectDerived(
  tx: Tx,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<SelectedMemory[]> {
  const rows = await queryRows<{
    memory_id: string;
    fact_id: string;
    scope: string;
    subject: string | null;
    status: string;
  }>(
    tx,
    sql`with recursive reached(memory_id) as (
        select unnest(${textArray(memoryIds)})
        union
        select d.memory_id from reached r
          join memory_sources s on s.tenant_id = ${tenantId} and s.memory_id = r.memory_id
          join memory_sources d on d.tenant_id = ${tenantId} and d.event_id = s.event_id and d.relation = 'derived_from'
      )
      select m.memory_id, m.fact_id, m.scope, f.subject, m.status
      from reached r
        join memories m on m.tenant_id = ${tenantId} and m.memory_id = r.memory_id
        join facts f on f.tenant_id = ${tenantId} and f.fact_id = m.fact_id
      where m.status <> 'deleted' and m.memory_id not in ${textSet(memoryIds)}
      order by m.fact_id, m.memory_id`,
  );
  return rows.map((row) => ({
    memoryId: row.memory_id,
    factId: row.fact_id,
    scope: row.scope,
    subject: row.subject,
    status: row.status,
  }));
}

/** Of all that a memory came from: every event that supports, contradicts or corrects it, or proposed it. */
export async function selectEvents(
  tx: Tx,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<string[]> {
  const rows = await queryRows<{ event_id: string }>(
    tx,
    sql`select event_id from memory_sources where tenant_id = ${tenantId} and memory_id in ${textSet(memoryIds)}
      union
      select event_id from candidates where tenant_id = ${tenantId} and memory_id in ${textSet(memoryIds)}
      order by 1`,
  );
  return rows.map((row) => row.event_id);
}

/** Events of a whole scope or about a subject whose words still stand, whether or not a memory came of them. */
export async function selectEventsOf(
  tx: Tx,
  tenantId: string,
  place: { scope: string } | { subject: string },
  reach: RowReach,
): Promise<string[]> {
  const where =
    "scope" in place
      ? sql`e.scope = ${place.scope}`
      : sql`(e.scope = ${place.subject} or p.subject = ${place.subject})`;
  const within =
    reach.kind === "tenant"
      ? sql`true`
      : reach.kind === "person"
        ? sql`(e.scope = ${reach.self} or p.subject = ${reach.self})`
        : sql`(e.scope = any(${textArray(reach.exact)}) or split_part(e.scope, ':', 1) = any(${textArray(reach.types)}))`;
  const rows = await queryRows<{ event_id: string }>(
    tx,
    sql`select e.event_id from events e
      join event_payloads p on p.tenant_id = ${tenantId} and p.event_id = e.event_id
      where e.tenant_id = ${tenantId} and ${where} and ${within} order by 1`,
  );
  return rows.map((row) => row.event_id);
}
