import { type SQL, sql } from "drizzle-orm";
import type { ErasurePlan } from "@/lib/store/erasure/erasure-plan";
import { textArray, textSet } from "@/lib/store/erasure/id-list";

/**
 * Where a plan's words stand, as conditions. Counting before, removing, and counting after use the same ones, so that
 * a place cannot be emptied by one reading and checked by another.
 */
export interface PlaceConditions {
  contents: SQL;
  periods: SQL;
  sources: SQL;
  /** Quotes of the plan's events in memories that stay. */
  quotes: SQL;
  payloads: SQL;
  proposals: SQL;
  reasons: SQL;
  /** What somebody wrote when they decided on one of these memories. */
  rulings: SQL;
  /** Fact keys of which no version with content is left: a subject or predicate can tell a secret by itself. */
  keys: SQL;
  /** Other names of what nothing is remembered about any more, and the entities they lead to. */
  names: SQL;
  entities: SQL;
  openWork: SQL;
  lexemes: SQL;
  vectors: SQL;
  cachedVectors: SQL;
  traceTexts: SQL;
  /** Files made for somebody to take away. */
  exportFiles: SQL;
}

/** Each condition is over its table under its own name (or the alias named below), the tenant included. */
export function placeConditions(tenantId: string, plan: ErasurePlan): PlaceConditions {
  const memories = textSet(plan.memoryIds);
  const events = textSet(plan.eventIds);
  const facts = textSet(plan.factIds);
  // Few ids are compared array with array; many are hashed, so that a trace costs its own length only.
  const named =
    plan.memoryIds.length <= 50
      ? sql`r.memory_ids && ${textArray(plan.memoryIds)}`
      : sql`exists (select 1 from unnest(r.memory_ids) as n(id) where n.id in ${memories})`;
  const whole = plan.allOfSubject;
  const ofSubject = (condition: (subject: string) => SQL): SQL =>
    whole === null ? sql`false` : condition(whole.subject);
  const everywhere = whole?.everywhere ? sql`true` : sql`false`;
  return {
    contents: sql`memory_contents.tenant_id = ${tenantId} and memory_contents.memory_id in ${memories}`,
    periods: sql`memory_periods.tenant_id = ${tenantId} and memory_periods.memory_id in ${memories}`,
    sources: sql`memory_sources.tenant_id = ${tenantId} and memory_sources.memory_id in ${memories}`,
    quotes: sql`memory_sources.tenant_id = ${tenantId} and memory_sources.event_id in ${events}
      and memory_sources.memory_id not in ${memories}
      and (memory_sources.quote is not null or memory_sources.key_id is not null)`,
    payloads: sql`event_payloads.tenant_id = ${tenantId} and event_payloads.event_id in ${events}`,
    proposals: sql`candidates.tenant_id = ${tenantId} and candidates.proposal is not null and (
      candidates.event_id in ${events} or candidates.memory_id in ${memories}
      or ${ofSubject((s) => sql`(candidates.scope = ${s} or (${everywhere} and candidates.proposal ->> 'subject' = ${s}))`)})`,
    // One operation writes its reason to every version it moved: whoever was moved together shares the words.
    reasons: sql`memory_transitions.tenant_id = ${tenantId}
      and (memory_transitions.reason is not null or memory_transitions.key_id is not null)
      and (memory_transitions.memory_id in ${memories}
        or (memory_transitions.fact_id, memory_transitions.at) in (
          select t.fact_id, t.at from memory_transitions t
          where t.tenant_id = ${tenantId} and t.memory_id in ${memories}))`,
    rulings: sql`reviews.tenant_id = ${tenantId} and reviews.reason is not null
      and exists (select 1 from unnest(reviews.memory_ids) as n(id) where n.id in ${memories})`,
    keys: sql`facts.tenant_id = ${tenantId} and (facts.subject is not null or facts.predicate is not null)
      and facts.fact_id in ${facts} and facts.fact_id not in (
        select m.fact_id from memories m join memory_contents c on c.tenant_id = m.tenant_id and c.memory_id = m.memory_id
        where m.tenant_id = ${tenantId} and m.fact_id in ${facts} and m.memory_id not in ${memories})`,
    names: sql`entity_aliases.tenant_id = ${tenantId} and entity_aliases.entity_id in ${textSet(plan.entityIds ?? [])}`,
    entities: sql`entities.tenant_id = ${tenantId} and entities.entity_id in ${textSet(plan.entityIds ?? [])}`,
    openWork: sql`outbox.tenant_id = ${tenantId} and outbox.done_at is null
      and (outbox.object_id in ${memories} or outbox.object_id in ${events})`,
    lexemes: sql`search_index.tenant_id = ${tenantId} and search_index.memory_id in ${memories}`,
    vectors: sql`search_vectors.tenant_id = ${tenantId} and search_vectors.memory_id in ${memories}`,
    cachedVectors: sql`embedding_cache.tenant_id = ${tenantId}
      and embedding_cache.text_digest in ${textSet(plan.textDigests)}`,
    traceTexts: sql`retrieval_texts.tenant_id = ${tenantId}
      and (retrieval_texts.query is not null or retrieval_texts.received is not null or retrieval_texts.note is not null)
      and exists (select 1 from retrievals r where r.tenant_id = ${tenantId} and r.retrieval_id = retrieval_texts.retrieval_id
        and (${named} or ${ofSubject(
          (s) => sql`(jsonb_exists(retrieval_texts.received -> 'scopes', ${s})
            or (r.actor_kind = 'user' and 'user:' || (select u.external_id from users u
              where u.tenant_id = ${tenantId} and u.user_id = r.actor_id) = ${s}))`,
        )}))`,
    exportFiles: sql`export_files.tenant_id = ${tenantId} and export_files.export_id in ${textSet(plan.exportIds ?? [])}`,
  };
}
