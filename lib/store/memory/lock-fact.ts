import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Sensitivity, SourceType, Status } from "@/lib/contracts/common";
import type { FactKey, FactState, StoredClaim } from "@/lib/engine/model/fact-state";
import { channelOf } from "@/lib/store/channel";
import type { Tx } from "@/lib/store/client";
import { holdRows } from "@/lib/store/hold-rows";
import { aheadOf, type Found, sameKey } from "@/lib/store/look-ahead";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";
import { sendTogether } from "@/lib/store/send-together";
import { createOpener, toSealed } from "@/lib/store/sealing/open-rows";
import { facts } from "@/lib/store/schema/memory";

/** The digests that one value has, and what every digest made the present way begins with. */
export interface ValueDigests {
  all: readonly string[];
  version: string;
}

/** How a fact's key is compared: in any spelling; facts from before keys were folded, by their letters. */
export function matchesKey(tenantId: string, key: Omit<FactKey, "instance">): SQL {
  return sql`facts.tenant_id = ${tenantId} and facts.scope = ${key.scope} and (
    (facts.subject_key = ${key.subjectKey} and facts.predicate_key = ${key.predicateKey})
    or (facts.subject = ${key.subject} and facts.predicate = ${key.predicate}))`;
}

/**
 * The fact with this key, locked until the transaction ends; null when there is none. A row lock, not an advisory one:
 * it holds on every node of a distributed database.
 * @param value the digests of the value to be written: with cardinality many only the versions of this value are read
 */
export async function lockFact(
  tx: Tx,
  tenantId: string,
  key: FactKey,
  value: ValueDigests,
): Promise<FactState | null> {
  if (isOfNewEvent(tx, key)) return null;
  const ahead = takeFact(tx, key, value);
  if (ahead) {
    const { fact, claims, open } = await ahead;
    if (fact === null) return null;
    const row = { factId: String(fact.fact_id), cardinality: String(fact.cardinality) };
    return row.cardinality === "many"
      ? readLockedFact(tx, tenantId, row, ofValue(value), value)
      : toState(fact, await openOldValues(tx, tenantId, claims ?? []), open ?? []);
  }
  const [row] = await queryRows<{ fact_id: string; cardinality: string }>(
    tx,
    sql`select fact_id, cardinality from facts where ${matchesKey(tenantId, key)} and instance = ${key.instance}
        order by (subject = ${key.subject}) desc, fact_id limit 1 for update`,
  );
  return row
    ? readLockedFact(
        tx,
        tenantId,
        { factId: row.fact_id, cardinality: row.cardinality },
        ofValue(value),
        value,
      )
    : null;
}

/** The same, made when there is none. Of two writers at once one makes it and the other waits for it. */
export async function lockOrMakeFact(
  tx: Tx,
  tenantId: string,
  key: FactKey,
  fresh: { factId: string; cardinality: "one" | "many"; createdAt: Date; writtenSubject: string | null },
  value: ValueDigests,
): Promise<FactState> {
  const row = {
    tenantId,
    factId: fresh.factId,
    scope: key.scope,
    subject: key.subject,
    predicate: key.predicate,
    subjectKey: key.subjectKey,
    predicateKey: key.predicateKey,
    writtenSubject: fresh.writtenSubject,
    instance: key.instance,
    cardinality: fresh.cardinality,
    revisions: 0,
    createdAt: fresh.createdAt,
  };
  if (await isKnownFree(tx, key)) {
    // Should another writer make it at the same moment, this transaction begins anew.
    holdRows(tx, facts, tenantId, [row]);
    const { scope, subject, predicate } = key;
    const { factId, cardinality } = fresh;
    return {
      factId,
      scope,
      subject,
      predicate,
      cardinality,
      revisions: 0,
      knownBound: null,
      claims: [],
      open: [],
    };
  }
  await tx.insert(facts).values(row).onConflictDoNothing();
  // The row can vanish between the two statements only when an erasure took the key away: then it is made anew.
  return (await lockFact(tx, tenantId, key, value)) ?? lockOrMakeFact(tx, tenantId, key, fresh, value);
}

/** The fact as it was looked up ahead, and locked then; once, because what is written changes it. */
function takeFact(tx: Tx, key: FactKey, value: ValueDigests): Promise<Found> | null {
  const ahead = aheadOf(tx);
  const foreseen = ahead?.foreseen.fact;
  if (!ahead || !foreseen || ahead.factUsed) return null;
  if (!sameKey(foreseen.key, key) || foreseen.valueVersion !== value.version) return null;
  ahead.factUsed = true;
  return ahead.found;
}

/** Nothing of an event can be remembered before the event: what this transaction made has no fact but what it makes itself. */
function isOfNewEvent(tx: Tx, key: FactKey): boolean {
  const { made } = channelOf(tx);
  return key.instance !== "" && made.events.has(key.instance) && !made.facts.has(JSON.stringify(key));
}

/** There is none: it was looked for in this transaction, or cannot be. Said once, because then it is made. */
async function isKnownFree(tx: Tx, key: FactKey): Promise<boolean> {
  const { ahead, made } = channelOf(tx);
  const name = JSON.stringify(key);
  if (made.facts.has(name)) return false;
  const foreseen = ahead?.foreseen.fact;
  const lookedFor = ahead?.factUsed && foreseen && sameKey(foreseen.key, key) ? await ahead.found : null;
  if (!isOfNewEvent(tx, key) && (lookedFor === null || lookedFor.fact !== null)) return false;
  made.facts.add(name);
  return true;
}

/** Versions of this value, and those whose digest was made in an older way and cannot be compared here. */
function ofValue(value: ValueDigests): SQL {
  return sql`(${among(sql`c.value_digest`, value.all)} or ${madeBefore(value)})`;
}

function madeBefore(value: ValueDigests): SQL {
  return sql`not starts_with(c.value_digest, ${value.version})`;
}

/** The fact of a known id, locked. Null when it does not exist or its key was erased. */
export async function lockFactById(
  tx: Tx,
  tenantId: string,
  factId: string,
  memoryIds: readonly string[],
): Promise<FactState | null> {
  const [row] = await tx
    .select({ factId: facts.factId, subject: facts.subject, cardinality: facts.cardinality })
    .from(facts)
    .where(and(eq(facts.tenantId, tenantId), eq(facts.factId, factId)))
    .for("update");
  return row && row.subject !== null
    ? readLockedFact(tx, tenantId, row, among(sql`m.memory_id`, memoryIds), null)
    : null;
}

/**
 * `concerned`: with cardinality many each value keeps its own time, so only the versions a change concerns are read;
 * a fact with thousands of values costs a write no more than one with two.
 */
async function readLockedFact(
  tx: Tx,
  tenantId: string,
  { factId, cardinality }: { factId: string; cardinality: string },
  concerned: SQL,
  value: ValueDigests | null,
): Promise<FactState> {
  // Read after the lock, not in the locking statement: under READ COMMITTED that one may carry an older row. Only what
  // never changes of a fact, its cardinality, decides how it is read.
  const ofConcern = cardinality === "many" ? concerned : sql`true`;
  const factRow = queryRows<Row>(
    tx,
    sql`select fact_id, scope, subject, predicate, cardinality, revisions, known_bound from facts
        where tenant_id = ${tenantId} and fact_id = ${factId}`,
  );
  const claimRows = queryRows<Record<string, unknown>>(
    tx,
    sql`select m.memory_id, m.revision, m.seq, m.claim_from, m.claim_to, m.claim_state, m.ended_at, m.authority, m.observed_at,
          m.confirmation, m.status, m.status_reason, m.provenance_type, m.trust, m.sensitivity, m.state_revision, m.superseded_by, m.retired_at,
          c.value_digest, ${value === null ? sql`null` : sql`case when ${madeBefore(value)} then c.value::text end`} as old_value, c.key_id, c.sealed
        from memories m left join memory_contents c on c.tenant_id = m.tenant_id and c.memory_id = m.memory_id
        where m.tenant_id = ${tenantId} and m.fact_id = ${factId} and ${ofConcern}
        order by m.revision`,
  );
  const openRows = queryRows<Record<string, unknown>>(
    tx,
    sql`select period_id, memory_id, lower(valid) as valid_from, upper(valid) as valid_to, confirmation
        from memory_periods p where tenant_id = ${tenantId} and fact_id = ${factId} and upper_inf(known)
          and ${
            cardinality === "many"
              ? sql`p.memory_id in (select m.memory_id from memories m
                  left join memory_contents c on c.tenant_id = m.tenant_id and c.memory_id = m.memory_id
                  where m.tenant_id = ${tenantId} and m.fact_id = ${factId} and ${concerned})`
              : sql`true`
          }`,
  );
  const [[fact], claims, open] = await sendTogether([factRow, claimRows, openRows] as const);
  if (!fact) throw new Error("the locked fact is gone");
  return toState(fact, await openOldValues(tx, tenantId, claims), open);
}

type Row = Record<string, unknown>;

function toState(fact: Row, claims: readonly Row[], open: readonly Row[]): FactState {
  if (fact.subject === null || fact.predicate === null) throw new Error("the locked fact is gone");
  return {
    factId: String(fact.fact_id),
    scope: String(fact.scope),
    subject: String(fact.subject),
    predicate: String(fact.predicate),
    cardinality: fact.cardinality as "one" | "many",
    revisions: Number(fact.revisions),
    knownBound: toInstantOrNull(fact.known_bound)?.getTime() ?? null,
    claims: claims.map(toClaim),
    open: open.map((row) => ({
      periodId: String(row.period_id),
      memoryId: String(row.memory_id),
      from: toInstant(row.valid_from).getTime(),
      to: toInstantOrNull(row.valid_to)?.getTime() ?? null,
      confirmation: String(row.confirmation),
    })),
  };
}

/** An old value that is compared anew is compared as it was said, also where it stands sealed. */
async function openOldValues(
  tx: Tx,
  tenantId: string,
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const sealed = rows.filter((row) => typeof row.old_value === "string" && row.key_id);
  if (sealed.length === 0) return [...rows];
  const opener = await createOpener(tx, tenantId, sealed.map(toSealed));
  return rows.map((row) => {
    if (!sealed.includes(row)) return row;
    const said = opener.open<{ value: unknown }>("memory_contents", String(row.memory_id), toSealed(row));
    return { ...row, old_value: said === null ? null : JSON.stringify(said.value) };
  });
}

function among(column: SQL, ids: readonly string[]): SQL {
  if (ids.length === 0) return sql`false`;
  return sql`${column} in (${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )})`;
}

function toClaim(row: Record<string, unknown>): StoredClaim {
  const time = (value: unknown) => toInstantOrNull(value)?.getTime() ?? null;
  return {
    memoryId: String(row.memory_id),
    revision: Number(row.revision),
    seq: Number(row.seq),
    from: toInstant(row.claim_from).getTime(),
    to: time(row.claim_to),
    state: row.claim_state as StoredClaim["state"],
    endedAt: time(row.ended_at),
    authority: Number(row.authority),
    observedAt: toInstant(row.observed_at).getTime(),
    confirmation: String(row.confirmation),
    status: row.status as Status,
    statusReason: (row.status_reason as string | null) ?? null,
    valueDigest: (row.value_digest as string | null) ?? null,
    ...(typeof row.old_value === "string" ? { oldValue: JSON.parse(row.old_value) as unknown } : {}),
    sourceType: row.provenance_type as SourceType,
    trust: Number(row.trust),
    sensitivity: row.sensitivity as Sensitivity,
    stateRevision: Number(row.state_revision),
    supersededBy: (row.superseded_by as string | null) ?? null,
    retiredAt: time(row.retired_at),
  };
}
