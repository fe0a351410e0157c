import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { textArray } from "@/lib/store/erasure/id-list";
import { aheadOf } from "@/lib/store/look-ahead";
import { findFirstSaid } from "@/lib/store/review/find-first-said";
import { queryRows } from "@/lib/store/rows";
import { createOpener, toSealed } from "@/lib/store/sealing/open-rows";

/** How two texts are compared: the engine's own fold, of which `folded` below says the same in SQL. */
type Fold = (text: string) => string;

/** Width, case, space, hidden characters and closing punctuation aside, as the engine compares texts. */
const folded = (text: SQL): SQL =>
  sql`rtrim(lower(btrim(regexp_replace(regexp_replace(normalize(${text}, NFKC), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]', '', 'g'), '\\s+', ' ', 'g'))), ' .。!！;；,，')`;

const MOST_RETRIEVALS = 20;

/**
 * A memory that was packed for this agent lately and says just what one of these texts says, or nearly nothing else.
 * What is kept encrypted is opened and compared here, by the same rule.
 * @param texts folded already
 */
export async function findRecalled(
  tx: Tx,
  tenantId: string,
  actorId: string,
  texts: readonly string[],
  since: Date,
  { leastLength, fold }: { leastLength: number; fold: Fold },
): Promise<string | null> {
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`with shown as materialized (
        select r.retrieval_id, r.memory_ids from retrievals r where r.tenant_id = ${tenantId} and r.actor_id = ${actorId}
          and r.at >= ${since.toISOString()}::timestamptz order by r.at desc limit ${MOST_RETRIEVALS}
      ), said as materialized (
        select s.retrieval_id, c.memory_id, c.key_id, c.sealed, ${folded(sql`c.statement`)} as words from shown s
          join memory_contents c on c.tenant_id = ${tenantId} and c.memory_id = any(s.memory_ids)
      ), same as materialized (
        select d.retrieval_id, d.memory_id, d.key_id, d.sealed from said d
        where d.key_id is not null or exists (select 1 from unnest(${textArray(texts)}) as t(words)
          where length(d.words) >= ${leastLength}
            and (d.words = t.words or (position(d.words in t.words) > 0 and length(d.words) * 5 >= length(t.words) * 4)))
      )
      select distinct x.memory_id, x.key_id, x.sealed from same x
        join retrievals r on r.tenant_id = ${tenantId} and r.retrieval_id = x.retrieval_id
      where jsonb_path_exists(r.trace, '$.pack.items[*] ? (@.memory_id == $id)', jsonb_build_object('id', x.memory_id))`,
  );
  const opener = await createOpener(tx, tenantId, rows.map(toSealed));
  const found = rows.find((row) => {
    if (!row.key_id) return true;
    const said = opener.open<{ statement: string }>("memory_contents", String(row.memory_id), toSealed(row));
    const words = said === null ? "" : fold(said.statement);
    if (words.length < leastLength) return false;
    return texts.some((text) => text.includes(words) && words.length * 5 >= text.length * 4);
  });
  return found ? String(found.memory_id) : null;
}

/**
 * The first event from outside, in this scope and since then, in which one of these texts stood, unless somebody had
 * said it before it came.
 * @param texts folded already
 */
export async function findEcho(
  tx: Tx,
  tenantId: string,
  scope: string,
  texts: readonly string[],
  since: Date,
  fold: Fold,
): Promise<string | null> {
  const ahead = aheadOf(tx);
  const external = ahead?.foreseen.external;
  if (ahead && external?.scope === scope && external.since <= since && !(await ahead.found).external)
    return null;
  const contains = (column: SQL): SQL =>
    sql`exists (select 1 from unnest(${textArray(texts)}) as t(words) where position(t.words in ${folded(column)}) > 0)`;
  const [row] = await queryRows<{ event_id: string }>(
    tx,
    sql`select e.event_id from events e
        join event_payloads p on p.tenant_id = ${tenantId} and p.event_id = e.event_id
        where e.tenant_id = ${tenantId} and e.scope = ${scope} and e.source_type = 'external_content'
          and e.recorded_at >= ${since.toISOString()}::timestamptz and ${contains(sql`(p.content #>> '{}')`)}
          and not exists (select 1 from events u
            join event_payloads w on w.tenant_id = ${tenantId} and w.event_id = u.event_id
            where u.tenant_id = ${tenantId} and u.scope = ${scope} and u.recorded_at < e.recorded_at
              and u.source_type in ('user_statement', 'user_confirmation', 'approval', 'verified_db', 'system_event')
              and ${contains(sql`(w.content #>> '{}')`)})
        order by e.recorded_at limit 1`,
  );
  if (row === undefined && !(await hasSealedOutside(tx, tenantId, scope, since))) return null;
  // Something of it may be kept encrypted: what came from outside, or the word of whoever said it first.
  return findFirstSaid(tx, tenantId, scope, since, (words) => {
    const said = fold(words);
    return texts.some((text) => said.includes(text));
  });
}

async function hasSealedOutside(tx: Tx, tenantId: string, scope: string, since: Date): Promise<boolean> {
  const rows = await queryRows(
    tx,
    sql`select 1 from events e
        join event_payloads p on p.tenant_id = ${tenantId} and p.event_id = e.event_id and p.key_id is not null
        where e.tenant_id = ${tenantId} and e.scope = ${scope} and e.source_type = 'external_content'
          and e.recorded_at >= ${since.toISOString()}::timestamptz limit 1`,
  );
  return rows.length > 0;
}
