import { sql } from "drizzle-orm";
import { listLexemes } from "@/lib/engine/policy/analyse-text";
import { createId } from "@/lib/platform/ids";
import type { Database } from "@/lib/store/client";

/** Rows made by SQL in bulk, in the shapes that commit and indexing write, for what depends on how many there are. */
export interface Filling {
  tenantId: string;
  /** Memories of one scope, or spread evenly over several. */
  scopes: readonly string[];
  memories: number;
  /** Taken in turn; as many as memories where each is to have its own. */
  vectors: readonly string[];
  model: string;
  words: readonly string[];
  kind: "semantic" | "episodic";
}

const WORDS_EACH = 12;

/** Everything has been so since long before; the clock that asks is later. */
const SINCE = "2026-01-01T00:00:00.000Z";

/** One event stands behind all of one filling: an event is no row that a search reads. */
export async function fillScopes(database: Database, filling: Filling): Promise<void> {
  const { tenantId, model, kind } = filling;
  const at = new Date();
  // Ids in the order of the rows, as an application's are.
  const [event, mark] = [createId("evt", at), createId("mem", at).slice(4, 18)];
  const id = (prefix: string) => sql`${prefix}::text || '_' || ${mark}::text || lpad(g::text, 12, '0')`;
  const list = (items: readonly string[]) =>
    sql`${`{${items.map((item) => JSON.stringify(item)).join(",")}}`}::text[]`;
  const scope = sql`(${list(filling.scopes)})[1 + g % ${filling.scopes.length}::int]`;
  const rows = sql`generate_series(1, ${filling.memories}::int) g`;
  const since = sql`${SINCE}::timestamptz + g * interval '1 second'`;
  await database.withTenant(tenantId, async (tx) => {
    const run = (statement: ReturnType<typeof sql>) => tx.execute(statement);
    await run(sql`insert into events (tenant_id, event_id, type, scope, actor_kind, source_type, writer_kind, writer_id,
        occurred_at, recorded_at, digest)
      values (${tenantId}, ${event}, 'message', ${filling.scopes[0]}, 'user', 'user_statement', 'agent', 'agt_fill',
        ${SINCE}::timestamptz, ${SINCE}::timestamptz, ${event})`);
    // Each fact has a key of its own: two words, about the scope itself or one of a few things in it.
    await run(sql`insert into facts (tenant_id, fact_id, scope, subject, predicate, instance, cardinality, revisions, created_at)
      select ${tenantId}, ${id("fact")}, ${scope}, case when g % 3 = 0 then ${scope} else 'entity:Thing ' || g % 40 end,
        ${kind === "episodic" ? sql`'episode'` : sql`v.words[1 + floor(random() * cardinality(v.words))::int] || '_' || v.words[1 + floor(random() * cardinality(v.words))::int]`},
        ${id("ins")}, 'many', 1, ${since} from (select ${list(filling.words)} as words offset 0) v, ${rows}`);
    await run(sql`insert into memories (tenant_id, memory_id, fact_id, revision, seq, scope, kind, cardinality, provenance_type,
        assertion, authority, claim_from, claim_state, status, confirmation, state_revision, trust, certainty, confidence,
        importance, sensitivity, observed_at, recorded_at, writer_kind, writer_id, use_count, updated_at, schema_version)
      select ${tenantId}, ${id("mem")}, ${id("fact")}, 1, 1, ${scope}, ${kind}, 'many', 'user_statement', 'explicit', 60,
        ${since}, 'held', 'active', 'confirmed', 0, 0.8, 1, 1, 1 + g % 10, 'low', ${since}, ${since}, 'agent', 'agt_fill', 0,
        ${since}, 1 from ${rows}`);
    await run(sql`insert into memory_periods (tenant_id, period_id, fact_id, memory_id, single, valid, known, confirmation)
      select ${tenantId}, ${id("per")}, ${id("fact")}, ${id("mem")}, false, tstzrange(${since}, null), tstzrange(${since}, null),
        'confirmed' from ${rows}`);
    await run(sql`insert into memory_sources (tenant_id, memory_id, event_id, relation, source_type, writer_id, observed_at, recorded_at)
      select ${tenantId}, ${id("mem")}, ${event}, 'supports', 'user_statement', 'agt_fill', ${since}, ${since} from ${rows}`);
    // A few words are common and most are rare, as in any language.
    await run(sql`insert into memory_contents (tenant_id, memory_id, value, statement, metadata, value_digest)
      select ${tenantId}, ${id("mem")}, to_jsonb(g), s.said, '{}'::jsonb, md5(g::text)
      from (select ${list(filling.words)} as words offset 0) v, ${rows},
        lateral (select string_agg(word, ' ') as said
          from (select v.words[1 + floor(power(random(), 2) * cardinality(v.words))::int] as word
            from generate_series(1, ${WORDS_EACH}::int) w where g is not null) drawn) s`);
    await run(sql`insert into search_index (tenant_id, scope, memory_id, fact_id, kind, state, lexemes, length, analyser,
        talk_digest, said_at, asks, indexed_at)
      select ${tenantId}, ${scope}, ${id("mem")}, ${id("fact")}, ${kind}, 'live', to_tsvector('simple', c.statement),
        ${WORDS_EACH}::int, 'fill', ${kind === "episodic" ? sql`'talk ' || g / 20, ${since}, g % 7 = 0` : sql`null, null, null`},
        ${since}
      from ${rows} join memory_contents c on c.tenant_id = ${tenantId} and c.memory_id = ${id("mem")}`);
    await run(sql`insert into search_vectors (tenant_id, scope, model, memory_id, state, embedding, indexed_at)
      select ${tenantId}, ${scope}, ${model}, ${id("mem")}, 'live', v.made[1 + g % cardinality(v.made)], ${since}
      from (select array_agg(t.text::halfvec order by t.place) as made
        from unnest(${list(filling.vectors)}) with ordinality t(text, place)) v, ${rows}`);
  });
}

/** Invented words that the analyser leaves as they are. */
export function inventWords(count: number): string[] {
  const words = new Set<string>();
  for (let n = 0; words.size < count; n += 1) {
    const word = syllable(n % 60) + syllable(Math.floor(n / 60) % 60) + syllable((7 * n) % 59);
    if (listLexemes(word).join() === word) words.add(word);
  }
  return [...words];
}

function syllable(n: number): string {
  return `${"bdfgklmnprtv"[n % 12]}${"aiouo"[Math.floor(n / 12) % 5]}`;
}

/** Draws numbers in [0, 1), the same ones from the same seed. */
export function createDraw(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Makes unit vectors that lie as sentences' do: many dimensions, of which few are independent. In all of 512 at random
 * everything is equally far from everything.
 */
export function createVectors(dimensions: number, draw: () => number, independent = 24): () => number[] {
  const bell = () => draw() + draw() + draw() - 1.5;
  const base = Array.from({ length: independent }, () => Float64Array.from({ length: dimensions }, bell));
  return () => {
    const made = new Float64Array(dimensions);
    for (const axis of base) {
      const weight = bell();
      for (let i = 0; i < dimensions; i += 1) made[i] = (made[i] ?? 0) + weight * (axis[i] ?? 0);
    }
    const length = Math.hypot(...made);
    return Array.from(made, (part) => Math.round((1e4 * part) / length) / 1e4);
  };
}
