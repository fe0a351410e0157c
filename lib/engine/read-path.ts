import type {
  ChannelName,
  RecordUseInput,
  RetrievalInput,
  RetrievalOutput,
} from "@/lib/contracts/retrievals";
import type { Engine } from "@/lib/engine/engine";
import { notFound } from "@/lib/engine/errors";
import { indexDue, indexMemories } from "@/lib/engine/indexing/index-memories";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import type { Embedder } from "@/lib/engine/ports";
import type { Pack } from "@/lib/engine/model/pack";
import { packMemories } from "@/lib/engine/pack/pack-memories";
import { maskSensitiveIn } from "@/lib/engine/policy/mask-sensitive";
import { requireCleanNames } from "@/lib/engine/policy/require-clean-names";
import { answerDegraded } from "@/lib/engine/retrieve/answer-degraded";
import { buildTrace } from "@/lib/engine/retrieve/build-trace";
import { type Circuit, createCircuit } from "@/lib/engine/retrieve/circuit";
import { composeTrace } from "@/lib/engine/retrieve/compose-trace";
import { decideTrigger, type Trigger } from "@/lib/engine/retrieve/decide-trigger";
import { embedQuery, type QueryVector } from "@/lib/engine/retrieve/embed-query";
import { explainAbsence } from "@/lib/engine/retrieve/explain-absence";
import { findServing } from "@/lib/engine/retrieve/find-serving";
import { findNamedAliases, followAliases } from "@/lib/engine/retrieve/follow-aliases";
import { type Projection, projectQuery } from "@/lib/engine/retrieve/project-query";
import { type Candidates, retrieveCandidates } from "@/lib/engine/retrieve/retrieve-candidates";
import { recordUse } from "@/lib/engine/use/record-use";
import type { Tx } from "@/lib/store/client";
import { insertRetrieval } from "@/lib/store/retrieval/insert-retrieval";
import { listRetrievals } from "@/lib/store/retrieval/list-retrievals";
import { findRetrieval } from "@/lib/store/retrieval/read-retrieval";
import { agentOf } from "@/lib/engine/model/principal";
import type { NearPlace } from "@/lib/store/search/near-index";
import { prepareSearch } from "@/lib/store/search/prepare-search";

const MOST_LISTED = 200;
const EMPTY_PACK: Pack = { text: "", overhead: 0, used: 0, items: [], nearMisses: [] };
const UNREAD: QueryVector = { state: "skipped", reason: "memory was not read" };

export type ReadPath = Pick<Engine, "retrieve" | "getTrace" | "listTraces" | "explainAbsence"> & {
  /** Counts what was used; what follows from it is the use path's. */
  recordUse(
    call: CallContext,
    retrievalId: string,
    input: RecordUseInput,
  ): Promise<{ retrieval_id: string; recorded: number }>;
  /** Right after a commit: the writer's memories become searchable. Safe to repeat; never inside a transaction. */
  indexMemories(tenantId: string, memoryIds: readonly string[]): Promise<{ indexed: number }>;
  /** What indexing was left over by a crash or a model that was down. */
  indexDue(tenantId: string, limit: number): Promise<number>;
};

/** trigger → context → hard filter → channels → fuse → score → conflicts → pack → trace; then use. */
export function createReadPath(deps: EngineDeps): ReadPath {
  const circuit = createCircuit();
  return {
    retrieve: (call, input) => retrieve(deps, circuit, call, input),
    getTrace: (call, retrievalId) =>
      deps.database.withTenant(call.principal.tenantId, async (tx) => {
        const found = await findRetrieval(tx, call.principal, retrievalId);
        if (found === null) throw notFound("retrieval");
        return composeTrace(found);
      }),
    listTraces: (call, page) =>
      deps.database.withTenant(call.principal.tenantId, (tx) =>
        listRetrievals(tx, call.principal, {
          cursor: page.cursor ?? null,
          limit: Math.min(MOST_LISTED, Math.max(1, page.limit)),
          filter: page.filter ?? {},
        }),
      ),
    explainAbsence: (call, retrievalId, memoryId) => explainAbsence(deps, call, retrievalId, memoryId),
    recordUse: (call, retrievalId, input) => recordUse(deps, call, retrievalId, input),
    indexMemories: (tenantId, memoryIds) => indexMemories(deps, tenantId, memoryIds),
    indexDue: (tenantId, limit) => indexDue(deps, tenantId, limit),
  };
}

async function retrieve(
  deps: EngineDeps,
  circuit: Circuit,
  call: CallContext,
  input: RetrievalInput,
): Promise<RetrievalOutput> {
  const { ports } = deps;
  const { principal } = call;
  const { tenantId } = principal;
  const start = ports.elapsed();
  const now = ports.clock.now();
  const query = input.query?.trim() ? input.query : null;
  const called: Trigger = decideTrigger({
    query,
    intent: input.intent ?? null,
    entities: input.entities?.length ?? 0,
    scopesNamed: input.scopes !== undefined,
    kindsNamed: input.kinds !== undefined,
    rangeNamed: input.time_range !== undefined,
  });
  // The model answers before the transaction opens: a session is never held while waiting for one.
  const embedder = called.triggered ? await findServing(deps, tenantId) : ports.embedder;
  const guard = { circuit, now, within: ports.within };
  const vector = called.triggered ? await embedQuery(embedder, query, guard) : UNREAD;
  const answer = async (tx: Tx, lacking: readonly ChannelName[]): Promise<RetrievalOutput> => {
    const searched = input.scopes ?? principal.scopes;
    // Sent together: one round trip on a server.
    const [{ version, retrieval: policy }, aliases, { paused, zone, near }] = await Promise.all([
      deps.policyFor(tx, tenantId),
      findNamedAliases(tx, tenantId, searched, called.triggered ? input : {}),
      prepareSearch(tx, tenantId, now, agentOf(principal), placeOf(tenantId, embedder, searched)),
    ]);
    requireCleanNames({ purpose: input.purpose });
    const projection = followAliases(projectQuery(principal, input, policy, now, zone), aliases);
    const trigger = heedPause(called, projection, paused);
    projection.query.filter.paused = paused;
    projection.query.near = near;
    const projected = ports.elapsed();
    const candidates = trigger.triggered
      ? await retrieveCandidates(
          tx,
          tenantId,
          projection,
          onlyTime(projection) ?? vector,
          policy,
          ports,
          lacking,
        )
      : null;
    const beforePack = ports.elapsed();
    const pack = candidates === null ? EMPTY_PACK : packMemories(candidates.units, projection.tokenBudget);
    const conflicts = candidates === null ? [] : listConflicts(candidates, pack);
    const packedAt = ports.elapsed();
    const retrievalId = ports.newId("ret");
    const trace = buildTrace({
      trigger,
      projection,
      policy,
      policyVersion: version,
      embedderModel: embedder?.model ?? null,
      candidates,
      pack,
      conflicts,
      contextMs: projected - start,
      packMs: packedAt - beforePack,
      tookMs: packedAt - start,
    });
    await insertRetrieval(
      tx,
      {
        tenantId,
        retrievalId,
        at: now,
        actorKind: principal.actor.kind,
        actorId: principal.actor.id,
        intent: projection.query.intent,
        policyVersion: version,
        candidateCount: trace.candidates.length,
        packedCount: pack.items.length,
        rejectedCount: Object.values(trace.reject_counts).reduce((sum, count) => sum + count, 0),
        conflictCount: conflicts.length,
        tokenBudget: projection.tokenBudget,
        tokensUsed: pack.used,
        degraded: trace.degraded,
        tookMs: trace.took_ms,
        memoryIds: [...new Set([...trace.candidates, ...trace.rejects].map((line) => line.memory_id))],
        trace,
        requestId: call.requestId,
      },
      // Search used the words as they came; the trace keeps none of the secrets and personal data among them.
      maskSensitiveIn({ query, received: input }).value as { query: string | null; received: unknown },
    );
    return {
      retrieval_id: retrievalId,
      triggered: trigger.triggered,
      trigger_reason: trigger.reason,
      snippets: candidates === null ? [] : toSnippets(candidates, pack),
      conflicts,
      pack: pack.text,
      tokens: { budget: projection.tokenBudget, used: pack.used },
      degraded: trace.degraded,
      policy_version: version,
      took_ms: ports.elapsed() - start,
    };
  };
  return answerDegraded(
    (lacking) => deps.database.withTenant(tenantId, (tx) => answer(tx, lacking)),
    ports.report.warn,
  );
}

/** Where the vectors of one scope may have an index of their own. */
function placeOf(tenantId: string, embedder: Embedder | null, scopes: readonly string[]): NearPlace | null {
  const [scope, ...more] = scopes;
  return embedder === null || scope === undefined || more.length > 0
    ? null
    : { tenantId, model: embedder.model, scope };
}

/** A question that is only about a time has no words to compare: a vector would order by chance. */
function onlyTime(projection: Projection): QueryVector | null {
  return projection.times?.rest === ""
    ? { state: "skipped", reason: "the question is only about a time" }
    : null;
}

/** A person who paused their memory is not read about; when nobody else is asked for, nothing is read at all. */
function heedPause(trigger: Trigger, projection: Projection, paused: readonly string[]): Trigger {
  if (!trigger.triggered || paused.length === 0) return trigger;
  const silenced = projection.scopes.filter((scope) => paused.includes(scope));
  if (silenced.length === 0) return trigger;
  if (silenced.length === projection.scopes.length) {
    return { triggered: false, reason: "paused: the person concerned has paused memory" };
  }
  return {
    triggered: true,
    reason: `${trigger.reason}; what concerns people who paused memory was left out`,
  };
}

/** Open conflicts of which both sides are in the pack. */
function listConflicts(candidates: Candidates, pack: Pack): RetrievalOutput["conflicts"] {
  const packed = new Set(pack.items.map((item) => item.memoryId));
  return candidates.units
    .filter((unit) => unit.members.length > 1 && unit.members.every((member) => packed.has(member.memoryId)))
    .map((unit) => ({
      fact_id: unit.members[0]?.factId ?? "",
      memory_ids: unit.members.map((member) => member.memoryId),
      message: "These memories contradict each other; please confirm which one holds.",
    }));
}

function toSnippets(candidates: Candidates, pack: Pack): RetrievalOutput["snippets"] {
  const ranked = new Map(candidates.ranked.map((one) => [one.found.memoryId, one]));
  return pack.items.flatMap((item) => {
    const one = ranked.get(item.memoryId);
    if (!one) return [];
    const ranks = Object.fromEntries(
      Object.entries(one.channels).map(([name, channel]) => [name, channel.rank]),
    );
    return [
      {
        position: item.position,
        memory_id: item.memoryId,
        fact_id: one.found.factId,
        event_ids: one.found.eventIds,
        ...(one.found.folded === undefined ? {} : { same_as: one.found.folded }),
        scope: one.found.scope,
        kind: one.found.kind,
        status: one.found.status,
        confirmation: one.found.confirmation,
        as_of: one.found.asOf.toISOString(),
        text: item.text,
        tokens: item.tokens,
        score: one.score,
        parts: one.parts,
        channels: ranks,
      },
    ];
  });
}
