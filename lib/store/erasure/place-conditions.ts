import { type SQL, sql } from "drizzle-orm";
import type { ErasurePlan } from "@/lib/store/erasure/erasure-plan";
import { textArray } from "@/lib/store/erasure/id-list";

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
  /** Fact keys of which no version with content is left: a subject or predicate can tell a secret by itself. */
  keys: SQL;
  openWork: SQL;
  lexemes: SQL;
  vectors: SQL;
  cachedVectors: SQL;
  traceTexts: SQL;
}

/** Each condition is over its table under its own name (or the alias named below), the tenant included. */
export function placeConditions(tenantId: string, plan: ErasurePlan): PlaceConditions {
  const memories = textArray(plan.memoryIds);
  const events = textArray(plan.eventIds);
  const whole = plan.allOfSubject;
  const ofSubject = (condition: (subject: string) => SQL): SQL =>
    whole === null ? sql`false` : condition(whole.subject);
  const everywhere = whole?.everywhere ? sql`true` : sql`false`;
  return {
    contents: sql`memory_contents.tenant_id = ${tenantId} and memory_contents.memory_id = any(${memories})`,
    periods: sql`memory_periods.tenant_id = ${tenantId} and memory_periods.memory_id = any(${memories})`,
    sources: sql`memory_sources.tenant_id = ${tenantId} and memory_sources.memory_id = any(${memories})`,
    quotes: sql`memory_sources.tenant_id = ${tenantId} and memory_sources.event_id = any(${events})
      and not (memory_sources.memory_id = any(${memories})) and memory_sources.quote is not null`,
    payloads: sql`event_payloads.tenant_id = ${tenantId} and event_payloads.event_id = any(${events})`,
    proposals: sql`candidates.tenant_id = ${tenantId} and candidates.proposal is not null and (
      candidates.event_id = any(${events}) or candidates.memory_id = any(${memories})
      or ${ofSubject((s) => sql`(candidates.scope = ${s} or (${everywhere} and candidates.proposal ->> 'subject' = ${s}))`)})`,
    // One operation writes its reason to every version it moved: whoever was moved together shares the words.
    reasons: sql`memory_transitions.tenant_id = ${tenantId} and memory_transitions.reason is not null
      and (memory_transitions.memory_id = any(${memories})
        or (memory_transitions.fact_id, memory_transitions.at) in (
          select t.fact_id, t.at from memory_transitions t
          where t.tenant_id = ${tenantId} and t.memory_id = any(${memories})))`,
    keys: sql`facts.tenant_id = ${tenantId} and (facts.subject is not null or facts.predicate is not null)
      and facts.fact_id in (select m.fact_id from memories m where m.tenant_id = ${tenantId} and m.memory_id = any(${memories}))
      and not exists (select 1 from memories m join memory_contents c on c.tenant_id = m.tenant_id and c.memory_id = m.memory_id
        where m.tenant_id = ${tenantId} and m.fact_id = facts.fact_id and not (m.memory_id = any(${memories})))`,
    openWork: sql`outbox.tenant_id = ${tenantId} and outbox.done_at is null
      and (outbox.object_id = any(${memories}) or outbox.object_id = any(${events}))`,
    lexemes: sql`search_index.tenant_id = ${tenantId} and search_index.memory_id = any(${memories})`,
    vectors: sql`search_vectors.tenant_id = ${tenantId} and search_vectors.memory_id = any(${memories})`,
    // The digest finds an entry also when its vectors are gone; the vector finds it also when the analysed text differed.
    // halfvec_send gives bytes, which the planner can hash; halfvec itself would be compared pair by pair.
    cachedVectors: sql`embedding_cache.tenant_id = ${tenantId} and (
      embedding_cache.text_digest = any(${textArray(plan.textDigests)})
      or (embedding_cache.model, halfvec_send(embedding_cache.embedding)) in (
        select v.model, halfvec_send(v.embedding) from search_vectors v
        where v.tenant_id = ${tenantId} and v.memory_id = any(${memories})))`,
    traceTexts: sql`retrieval_texts.tenant_id = ${tenantId}
      and (retrieval_texts.query is not null or retrieval_texts.received is not null or retrieval_texts.note is not null)
      and exists (select 1 from retrievals r where r.tenant_id = ${tenantId} and r.retrieval_id = retrieval_texts.retrieval_id
        and (r.memory_ids && ${memories} or ${ofSubject(
          (s) => sql`(jsonb_exists(retrieval_texts.received -> 'scopes', ${s})
            or (r.actor_kind = 'user' and 'user:' || (select u.external_id from users u
              where u.tenant_id = ${tenantId} and u.user_id = r.actor_id) = ${s}))`,
        )}))`,
  };
}
