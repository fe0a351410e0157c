import type { Tx } from "@/lib/store/client";
import { channelOf } from "@/lib/store/channel";
import type { retrievals } from "@/lib/store/schema/retrieval";
import { toStoredWords } from "@/lib/store/retrieval/retrieval-words";
import { toTextArray } from "@/lib/store/search/parameters";

export type NewRetrieval = typeof retrievals.$inferInsert;

const ACT = `insert into retrievals (tenant_id, retrieval_id, at, actor_kind, actor_id, intent, policy_version, candidate_count,
    packed_count, rejected_count, conflict_count, token_budget, tokens_used, degraded, took_ms, memory_ids, trace, request_id)
  values ($1, $2, $3::text::timestamptz, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::text::text[], $15,
    $16::text::text[], $17::text::jsonb, $18)`;
const WORDS = `insert into retrieval_texts (tenant_id, retrieval_id, query, received, key_id, sealed) values ($1, $2, $3, $4::text::jsonb, $5, $6)`;

/**
 * The act of recall, and apart from it the words that can be erased. Nothing waits for them: they go out with the COMMIT,
 * which fails when one of them does.
 */
export async function insertRetrieval(
  tx: Tx,
  retrieval: NewRetrieval,
  asked: { query: string | null; received: unknown },
): Promise<void> {
  const { tenantId, retrievalId } = retrieval;
  const words = await toStoredWords(tx, retrieval, asked);
  const channel = channelOf(tx);
  const sent = [
    channel.send(ACT, [
      tenantId,
      retrievalId,
      retrieval.at.toISOString(),
      retrieval.actorKind,
      retrieval.actorId,
      retrieval.intent,
      retrieval.policyVersion,
      retrieval.candidateCount,
      retrieval.packedCount,
      retrieval.rejectedCount,
      retrieval.conflictCount,
      retrieval.tokenBudget,
      retrieval.tokensUsed,
      toTextArray(retrieval.degraded),
      retrieval.tookMs,
      toTextArray(retrieval.memoryIds),
      JSON.stringify(retrieval.trace),
      retrieval.requestId,
    ]),
    channel.send(WORDS, [
      tenantId,
      retrievalId,
      words.query,
      JSON.stringify(words.received ?? null),
      words.keyId,
      words.sealed,
    ]),
  ];
  // The transaction has heard of a failure already.
  for (const one of sent) one.catch(() => {});
}
