import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import type { ErasurePlan } from "@/lib/store/erasure/erasure-plan";
import { textArray, textSet } from "@/lib/store/erasure/id-list";
import { createOpener, sourceRowId, toSealed } from "@/lib/store/sealing/open-rows";
import type { SealedPayload } from "@/lib/store/ledger/seal-payload";
import { queryRows } from "@/lib/store/rows";

/** A version as it is read one last time, to leave keyed digests of it behind. */
export interface ErasableMemory {
  memoryId: string;
  factId: string;
  scope: string;
  subject: string | null;
  predicate: string | null;
  value: unknown;
  statement: string;
}

/**
 * Locks facts and versions in the one order every writer uses (facts by id, then versions by id), so that nothing is
 * added to a memory while it goes.
 */
export async function lockForErasure(
  tx: Tx,
  tenantId: string,
  memories: readonly { memoryId: string; factId: string }[],
): Promise<void> {
  const facts = textSet([...new Set(memories.map((memory) => memory.factId))]);
  const ids = textSet(memories.map((memory) => memory.memoryId));
  await tx.execute(sql`select 1 from facts where tenant_id = ${tenantId} and fact_id in ${facts}
    order by fact_id for update`);
  await tx.execute(sql`select 1 from memories where tenant_id = ${tenantId} and memory_id in ${ids}
    order by memory_id for update`);
}

export async function readErasable(
  tx: Tx,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<ErasableMemory[]> {
  const rows = await queryRows<{
    memory_id: string;
    fact_id: string;
    scope: string;
    subject: string | null;
    predicate: string | null;
    value: string;
    statement: string;
    key_id: string | null;
    sealed: string | null;
  }>(
    tx,
    sql`select m.memory_id, m.fact_id, m.scope, f.subject, f.predicate, c.value::text as value, c.statement,
        c.key_id, c.sealed
      from memories m
        join facts f on f.tenant_id = ${tenantId} and f.fact_id = m.fact_id
        join memory_contents c on c.tenant_id = ${tenantId} and c.memory_id = m.memory_id
      where m.tenant_id = ${tenantId} and m.memory_id in ${textSet(memoryIds)}
      order by m.memory_id`,
  );
  const opener = await createOpener(tx, tenantId, rows.map(toSealed));
  return rows.map((row) => {
    const said = opener.open<{ value: unknown; statement: string }>(
      "memory_contents",
      row.memory_id,
      toSealed(row),
    );
    return {
      memoryId: row.memory_id,
      factId: row.fact_id,
      scope: row.scope,
      subject: row.subject,
      predicate: row.predicate,
      value: said ? said.value : (JSON.parse(row.value) as unknown),
      statement: said?.statement ?? row.statement,
    };
  });
}

/** Digests of what must not come back. The same claim erased twice is one tombstone. */
export async function insertTombstones(
  tx: Tx,
  tenantId: string,
  deletionId: string,
  digests: readonly string[],
  at: Date,
): Promise<void> {
  if (digests.length === 0) return;
  await tx.execute(sql`insert into tombstones (tenant_id, digest, deletion_id, created_at)
    select ${tenantId}, d, ${deletionId}, ${at.toISOString()}::timestamptz from unnest(${textArray(digests)}) as d
    on conflict (tenant_id, digest) do nothing`);
}

/** Models whose vectors are cached: a text has one key for each. Jumps from one to the next along the key. */
export async function listCachedModels(tx: Tx, tenantId: string): Promise<string[]> {
  const next = (after: SQL) =>
    sql`(select c.model from embedding_cache c where c.tenant_id = ${tenantId} and ${after} order by c.model limit 1)`;
  const rows = await queryRows<{ model: string }>(
    tx,
    sql`with recursive seen(model) as (
        select ${next(sql`true`)}
        union all
        select ${next(sql`c.model > seen.model`)} from seen where seen.model is not null
      ) select model from seen where model is not null`,
  );
  return rows.map((row) => row.model);
}

/** Facts of a plan of which another version keeps its content: their timelines go on. */
export async function listSurvivingFacts(tx: Tx, tenantId: string, plan: ErasurePlan): Promise<string[]> {
  const rows = await queryRows<{ fact_id: string }>(
    tx,
    sql`select distinct m.fact_id from memories m
        join memory_contents c on c.tenant_id = ${tenantId} and c.memory_id = m.memory_id
      where m.tenant_id = ${tenantId} and m.fact_id in ${textSet(plan.factIds)}
        and m.memory_id not in ${textSet(plan.memoryIds)}
      order by m.fact_id`,
  );
  return rows.map((row) => row.fact_id);
}

/** What the sources of these memories said, as texts: quotes, and the words of the events themselves. */
export async function listErasableTexts(
  tx: Tx,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<{ scope: string; text: string }[]> {
  if (memoryIds.length === 0) return [];
  const ids = sql.join(
    memoryIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const clear = await queryRows<{ scope: string; text: string }>(
    tx,
    sql`select m.scope, said.text from memory_sources s
        join memories m on m.tenant_id = ${tenantId} and m.memory_id = s.memory_id
        left join event_payloads p on p.tenant_id = ${tenantId} and p.event_id = s.event_id
        cross join lateral (values (s.quote), (case when jsonb_typeof(p.content) = 'string' then p.content #>> '{}' end),
          (p.content ->> 'quote')) as said(text)
        where s.tenant_id = ${tenantId} and s.memory_id in (${ids}) and s.relation <> 'contradicts' and said.text is not null`,
  );
  return [...clear, ...(await listSealedTexts(tx, tenantId, ids))];
}

/** The same of what is sealed. */
async function listSealedTexts(
  tx: Tx,
  tenantId: string,
  ids: SQL,
): Promise<{ scope: string; text: string }[]> {
  const rows = await queryRows<Record<string, string | null>>(
    tx,
    sql`select m.scope, s.memory_id, s.event_id, s.relation, s.key_id, s.sealed,
        p.key_id as payload_key_id, p.sealed as payload_sealed
      from memory_sources s
        join memories m on m.tenant_id = ${tenantId} and m.memory_id = s.memory_id
        left join event_payloads p on p.tenant_id = ${tenantId} and p.event_id = s.event_id
      where s.tenant_id = ${tenantId} and s.memory_id in (${ids}) and s.relation <> 'contradicts'
        and (s.key_id is not null or p.key_id is not null)`,
  );
  const quoteOf = (row: Record<string, string | null>) => toSealed(row);
  const payloadOf = (row: Record<string, string | null>) =>
    toSealed({ key_id: row.payload_key_id, sealed: row.payload_sealed });
  const opener = await createOpener(tx, tenantId, [...rows.map(quoteOf), ...rows.map(payloadOf)]);
  return rows.flatMap((row) => {
    const { scope, memory_id: memoryId, event_id: eventId, relation } = row;
    if (!scope || !memoryId || !eventId || !relation) return [];
    const source = opener.open<{ quote: string }>(
      "memory_sources",
      sourceRowId({ memoryId, eventId, relation }),
      quoteOf(row),
    );
    const content = opener.open<SealedPayload>("event_payloads", eventId, payloadOf(row))?.content;
    const texts = [
      source?.quote,
      typeof content === "string" ? content : (content as { quote?: unknown } | null | undefined)?.quote,
    ];
    return texts.flatMap((text) => (typeof text === "string" ? [{ scope, text }] : []));
  });
}
