import type { RetrievalTrace } from "@/lib/contracts/retrievals";
import type { Pack } from "@/lib/engine/model/pack";
import type { StoredTrace } from "@/lib/engine/model/stored-trace";
import { ANALYSER } from "@/lib/engine/policy/analyse-text";
import type { RetrievalPolicy } from "@/lib/engine/policy/retrieval-policy";
import type { Projection } from "@/lib/engine/retrieve/project-query";
import type { Ranked } from "@/lib/engine/retrieve/rank-found";
import type { Candidates, ChannelStates } from "@/lib/engine/retrieve/retrieve-candidates";
import type { Trigger } from "@/lib/engine/retrieve/decide-trigger";

type CandidateTrace = RetrievalTrace["candidates"][number];

export interface TraceInput {
  trigger: Trigger;
  projection: Projection;
  policy: RetrievalPolicy;
  policyVersion: number;
  embedderModel: string | null;
  /** Null when memory was not read. */
  candidates: Candidates | null;
  pack: Pack;
  conflicts: RetrievalTrace["conflicts"];
  contextMs: number;
  packMs: number;
  tookMs: number;
}

/**
 * The account of one retrieval. Its counts reconcile: each stage takes in what the one before let out.
 * - context and hard_filter.in: all memories that stand in the scopes
 * - hard_filter.in − out: `reject_counts`, added up (the other side of an open conflict is let in beside its incumbent)
 * - channels.in − out: what no channel brought; channels.out is the number of `candidates`
 * - conflicts.in − out: candidates dropped as shadowed, duplicate_of, consensus, conflict or source_cap
 * - packing.in − out: candidates dropped as below_k or budget; packing.out is the number of packed candidates
 * - use: packed ones in, used ones out, as far as told
 * Filter and channels are one statement: its time stands under channels. `tokens` is counted for what reached packing.
 */
export function buildTrace(input: TraceInput): StoredTrace {
  const { projection, policy, candidates, pack } = input;
  const lines = candidates === null ? [] : traceCandidates(candidates, pack);
  const challengers = new Set(
    (candidates?.search.found ?? []).filter((one) => one.challenges !== null).map((one) => one.memoryId),
  );
  const held = candidates?.search.held ?? 0;
  const admitted = (candidates?.search.admitted ?? 0) + challengers.size;
  const rejectCounts = { ...(candidates?.search.rejectCounts ?? {}) };
  if (challengers.size > 0) rejectCounts.status = (rejectCounts.status ?? 0) - challengers.size;
  if (rejectCounts.status === 0) delete rejectCounts.status;
  const settled = lines.length - (candidates?.dropped.length ?? 0);
  const run = candidates === null ? "skipped" : "applied";
  const failed = candidates !== null && candidates.degraded.length > 0;
  const { query } = projection;
  return {
    triggered: input.trigger.triggered,
    trigger_reason: input.trigger.reason,
    context: {
      projected: {
        intent: query.intent,
        terms: query.lexemes.length,
        analyser: ANALYSER,
        scopes: projection.scopes,
        kinds: query.filter.kinds === null ? null : [...query.filter.kinds],
        risk_level: query.risk,
        ...(query.filter.self === null ? {} : { self: query.filter.self }),
        ...(query.filter.purposes === null ? {} : { purposes: [...query.filter.purposes] }),
        purpose: query.filter.purposes?.length === 1 ? (query.filter.purposes[0] ?? null) : null,
        valid_at: projection.validAt.toISOString(),
        known_at: projection.knownAt.toISOString(),
        k: projection.k,
        token_budget: projection.tokenBudget,
        require_confirmed: query.filter.confirmedOnly,
        include_superseded: query.filter.includeSuperseded,
        include_archived: query.filter.includeArchived,
        ...(projection.aliases.length === 0
          ? {}
          : {
              aliases: projection.aliases.map(({ aliasId, entityId }) => ({
                alias_id: aliasId,
                entity_id: entityId,
              })),
            }),
        ...traceTimes(projection),
      },
    },
    policy_version: input.policyVersion,
    index_versions: { analyser: ANALYSER, embedder: input.embedderModel ?? "none" },
    weights: policy.intents[query.intent].weights,
    stages: [
      { stage: "context", in: held, out: held, ms: input.contextMs, status: "applied" },
      { stage: "hard_filter", in: held, out: admitted, ms: 0, status: run },
      {
        stage: "channels",
        in: admitted,
        out: lines.length,
        ms: candidates?.timings.search ?? 0,
        status: failed ? "fallback" : run,
      },
      { stage: "fusion", in: lines.length, out: lines.length, ms: 0, status: run },
      { stage: "score", in: lines.length, out: lines.length, ms: candidates?.timings.rank ?? 0, status: run },
      {
        stage: "conflicts",
        in: lines.length,
        out: settled,
        ms: candidates?.timings.settle ?? 0,
        status: run,
      },
      { stage: "packing", in: settled, out: pack.items.length, ms: input.packMs, status: run },
      { stage: "use", in: pack.items.length, out: 0, ms: 0, status: "skipped" },
    ],
    candidates: lines,
    rejects: (candidates?.search.rejects ?? [])
      .filter((reject) => !challengers.has(reject.memoryId))
      .map((reject) => ({ memory_id: reject.memoryId, stage: "hard_filter", reason_code: reject.code })),
    reject_counts: rejectCounts,
    channel_states: candidates?.channelStates ?? unread(),
    thresholds: {
      trust_floor: query.filter.trustFloor,
      k: projection.k,
      channel_depth: query.depth,
      vector_floor: query.vectorFloor,
    },
    conflicts: input.conflicts,
    pack: {
      budget: projection.tokenBudget,
      used: pack.used,
      overhead: pack.overhead,
      items: pack.items.map(({ memoryId, tokens, position }) => ({ memory_id: memoryId, tokens, position })),
      near_misses: pack.nearMisses.map(({ memoryId, needs, left }) => ({ memory_id: memoryId, needs, left })),
    },
    degraded: candidates?.degraded ?? [],
    took_ms: input.tookMs,
  };
}

function traceTimes(
  projection: Projection,
): Pick<StoredTrace["context"]["projected"], "times" | "range" | "session"> {
  const { times } = projection;
  if (times === null) return {};
  const { session } = projection.query.filter;
  return {
    times: times.mentions.map(({ mention, effect }) => ({
      from: mention.range.from.toISOString(),
      to: mention.range.to.toISOString(),
      precision: mention.precision,
      relation: mention.relation,
      confidence: mention.confidence,
      effect,
    })),
    range: times.range && {
      from: times.range.from?.toISOString() ?? null,
      to: times.range.to?.toISOString() ?? null,
    },
    session: session && { order: session.order, n: session.n },
  };
}

function traceCandidates(candidates: Candidates, pack: Pack): CandidateTrace[] {
  const packed = new Map(pack.items.map((item) => [item.memoryId, item]));
  const missed = new Map(pack.nearMisses.map((miss) => [miss.memoryId, miss]));
  const dropped = new Map(candidates.dropped.map((drop) => [drop.ranked.found.memoryId, drop]));
  return candidates.ranked.map((ranked: Ranked): CandidateTrace => {
    const id = ranked.found.memoryId;
    const item = packed.get(id);
    const base = {
      memory_id: id,
      channels: ranked.channels,
      rrf: ranked.rrf,
      parts: ranked.parts,
      score: ranked.score,
      tokens: item?.tokens ?? missed.get(id)?.needs ?? 0,
    };
    if (item) return { ...base, outcome: "packed", position: item.position };
    const drop = dropped.get(id);
    if (drop)
      return {
        ...base,
        outcome: "dropped",
        reason_code: drop.code,
        ...(drop.by === null ? {} : { by: drop.by }),
      };
    return { ...base, outcome: "dropped", reason_code: missed.has(id) ? "budget" : "below_k" };
  });
}

function unread(): ChannelStates {
  const state = { state: "skipped", reason: "memory was not read", found: 0 } as const;
  return { structured: state, full_text: state, vector: state, relation: state };
}
