import { and, eq, sql } from "drizzle-orm";
import type { FactKey } from "@/lib/engine/model/fact-state";
import type { Tx } from "@/lib/store/client";
import { queryRows, toInstant } from "@/lib/store/rows";
import { entities, entityAliases } from "@/lib/store/schema/naming";

export interface AliasRow {
  aliasId: string;
  alias: string;
  aliasKey: string;
  /** '' for everywhere. */
  scope: string;
  entityId: string;
  subject: string;
  createdAt: Date;
}

export async function listAliasRows(tx: Tx, tenantId: string, limit: number): Promise<AliasRow[]> {
  return findAliases(tx, tenantId, sql`true`, limit);
}

export async function findAliasRow(tx: Tx, tenantId: string, aliasId: string): Promise<AliasRow | null> {
  return (await findAliases(tx, tenantId, sql`a.alias_id = ${aliasId}`, 1))[0] ?? null;
}

async function findAliases(tx: Tx, tenantId: string, where: ReturnType<typeof sql>, limit: number) {
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select a.alias_id, a.alias, a.alias_key, a.scope, a.entity_id, e.subject, a.created_at from entity_aliases a
        join entities e on e.tenant_id = ${tenantId} and e.entity_id = a.entity_id
        where a.tenant_id = ${tenantId} and ${where} order by a.created_at desc, a.alias_id desc limit ${limit}`,
  );
  return rows.map(
    (row): AliasRow => ({
      aliasId: String(row.alias_id),
      alias: String(row.alias),
      aliasKey: String(row.alias_key),
      scope: String(row.scope),
      entityId: String(row.entity_id),
      subject: String(row.subject),
      createdAt: toInstant(row.created_at),
    }),
  );
}

/** The entity of this subject, made when there is none. */
export async function ensureEntity(
  tx: Tx,
  tenantId: string,
  fresh: { entityId: string; subject: string; createdAt: Date },
): Promise<string> {
  await tx
    .insert(entities)
    .values({ tenantId, ...fresh })
    .onConflictDoNothing();
  const [row] = await tx
    .select({ entityId: entities.entityId })
    .from(entities)
    .where(and(eq(entities.tenantId, tenantId), eq(entities.subject, fresh.subject)));
  if (!row) throw new Error("the entity is gone");
  return row.entityId;
}

/** @returns false when the scope has that name already */
export async function insertAlias(tx: Tx, row: typeof entityAliases.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(entityAliases)
    .values(row)
    .onConflictDoNothing()
    .returning({ aliasId: entityAliases.aliasId });
  return rows.length > 0;
}

/** The names of one entity become another's; the first is no entity any more. */
export async function moveAliases(tx: Tx, tenantId: string, from: string, to: string): Promise<void> {
  await tx.execute(
    sql`update entity_aliases set entity_id = ${to} where tenant_id = ${tenantId} and entity_id = ${from}`,
  );
  await tx.execute(sql`delete from entities where tenant_id = ${tenantId} and entity_id = ${from}`);
}

export async function deleteAlias(tx: Tx, tenantId: string, aliasId: string): Promise<void> {
  await tx.execute(sql`delete from entity_aliases where tenant_id = ${tenantId} and alias_id = ${aliasId}`);
}

export interface NamedFact {
  factId: string;
  scope: string;
  subject: string;
  predicate: string;
  instance: string;
  writtenSubject: string | null;
}

/** Facts filed under a folded name, in one scope or ('') everywhere; locked in the order of every writer. */
export async function lockFactsNamed(
  tx: Tx,
  tenantId: string,
  key: string,
  scope: string,
): Promise<NamedFact[]> {
  const rows = await queryRows<Record<string, string | null>>(
    tx,
    sql`select fact_id, scope, subject, predicate, instance, written_subject from facts
        where tenant_id = ${tenantId} and subject_key = ${key} and (${scope} = '' or scope = ${scope})
          and subject is not null and predicate is not null
        order by fact_id for update`,
  );
  return rows.map((row) => ({
    factId: String(row.fact_id),
    scope: String(row.scope),
    subject: String(row.subject),
    predicate: String(row.predicate),
    instance: String(row.instance),
    writtenSubject: row.written_subject ?? null,
  }));
}

/** Whether a fact of this key stands already, with the newest memory in force of either side. */
export async function findFactOfKey(tx: Tx, tenantId: string, key: FactKey): Promise<string | null> {
  const [row] = await queryRows<{ fact_id: string }>(
    tx,
    sql`select fact_id from facts where tenant_id = ${tenantId} and scope = ${key.scope} and instance = ${key.instance}
          and ((subject_key = ${key.subjectKey} and predicate_key = ${key.predicateKey})
            or (subject = ${key.subject} and predicate = ${key.predicate})) limit 1`,
  );
  return row?.fact_id ?? null;
}

export async function findStandingMemory(tx: Tx, tenantId: string, factId: string): Promise<string | null> {
  const [row] = await queryRows<{ memory_id: string }>(
    tx,
    sql`select memory_id from memories where tenant_id = ${tenantId} and fact_id = ${factId} and status = 'active'
        order by recorded_at desc, memory_id desc limit 1`,
  );
  return row?.memory_id ?? null;
}

/** Files a fact under another subject; what it says and when it held stays as it is. @returns its memories, to be indexed */
export async function refileFact(
  tx: Tx,
  tenantId: string,
  factId: string,
  to: { subject: string; subjectKey: string; writtenSubject: string | null },
): Promise<string[]> {
  await tx.execute(
    sql`update facts set subject = ${to.subject}, subject_key = ${to.subjectKey}, written_subject = ${to.writtenSubject}
        where tenant_id = ${tenantId} and fact_id = ${factId}`,
  );
  const rows = await queryRows<{ memory_id: string }>(
    tx,
    sql`select memory_id from memories where tenant_id = ${tenantId} and fact_id = ${factId} and status <> 'deleted'`,
  );
  return rows.map((row) => row.memory_id);
}
