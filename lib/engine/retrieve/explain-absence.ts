import type { RejectCode, RetrievalTrace, StageName, WhyNot } from "@/lib/contracts/retrievals";
import { notFound } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { agentOf, maySee } from "@/lib/engine/model/principal";
import { diagnoseRecall, type RecallFate } from "@/lib/engine/policy/diagnose-recall";
import { projectRecorded } from "@/lib/engine/retrieve/project-recorded";
import { REASON_SENTENCES } from "@/lib/engine/retrieve/reason-sentences";
import { type Examined, examineMemory } from "@/lib/store/search/examine-memory";
import { listPausedSubjects } from "@/lib/store/memory/read-controls";
import { findRetrieval, type StoredRetrieval } from "@/lib/store/retrieval/read-retrieval";

/**
 * Where one memory stopped on its way into one pack, by which rule and with which numbers; for any memory this caller
 * may see. What the trace recorded is told as recorded; the rest is judged by the same filter again.
 * @throws EngineError `not_found`
 */
export async function explainAbsence(
  deps: EngineDeps,
  call: CallContext,
  retrievalId: string,
  memoryId: string,
): Promise<WhyNot> {
  const { principal } = call;
  return deps.database.withTenant(principal.tenantId, async (tx) => {
    const retrieval = await findRetrieval(tx, principal, retrievalId);
    if (retrieval === null) throw notFound("retrieval");
    const { retrieval: policy } = await deps.policyFor(tx, principal.tenantId);
    const filter = projectRecorded(retrieval, policy);
    const memory = await examineMemory(tx, principal.tenantId, memoryId, filter);
    if (memory === null || !maySee(principal, memory)) throw notFound("memory");
    const agentId = agentOf(principal);
    if (agentId !== null) {
      // A recall would not say that there is such a memory while its person has paused: neither does this.
      const people = [memory.scope, memory.subject ?? memory.scope];
      const now = deps.ports.clock.now();
      if ((await listPausedSubjects(tx, principal.tenantId, people, now, agentId)).length > 0)
        throw notFound("memory");
    }
    return explain(retrieval, memoryId, memory);
  });
}

function explain(retrieval: StoredRetrieval, memoryId: string, memory: Examined): WhyNot {
  const { trace } = retrieval;
  const answer = (
    outcome: WhyNot["outcome"],
    stage: StageName,
    code: RejectCode | null,
    detail: WhyNot["detail"],
    sentence?: string,
  ): WhyNot => ({
    memory_id: memoryId,
    outcome,
    stage,
    reason_code: code,
    reason: sentence ?? (code === null ? "" : REASON_SENTENCES[code]),
    diagnosis: diagnoseRecall({
      code,
      status: memory.status,
      sourceType: memory.sourceType,
      tooLate: memory.recordedAt > retrieval.at,
      unindexed: memory.indexed === null,
      frontPacked: isPacked(trace, trace.candidates.find((line) => line.memory_id === memoryId)?.by),
      use: toldUse(retrieval, memoryId),
    }),
    detail,
  });
  if (!trace.triggered) {
    return answer(
      "not_a_candidate",
      "context",
      "not_a_candidate",
      {},
      `Memory was not read at all (${trace.trigger_reason}).`,
    );
  }
  const index = trace.candidates.findIndex((line) => line.memory_id === memoryId);
  const line = trace.candidates[index];
  if (line) return explainCandidate(trace, line, index, answer);
  const reject = trace.rejects.find((one) => one.memory_id === memoryId);
  if (reject)
    return answer(
      "rejected",
      "hard_filter",
      reject.reason_code,
      numbersFor(reject.reason_code, trace, memory),
    );
  if (memory.recordedAt > retrieval.at) {
    return answer(
      "not_a_candidate",
      "context",
      "not_a_candidate",
      { recorded_at: memory.recordedAt.toISOString(), asked_at: retrieval.at.toISOString() },
      "It was remembered after this retrieval.",
    );
  }
  if (!memory.held) {
    return answer("rejected", "hard_filter", "scope", {
      scope: memory.scope,
      searched: trace.context.projected.scopes,
    });
  }
  if (memory.reject !== null) {
    const code = memory.reject as RejectCode;
    return answer("rejected", "hard_filter", code, numbersFor(code, trace, memory));
  }
  return answer("not_a_candidate", "channels", "not_a_candidate", {
    terms: trace.context.projected.terms,
    channel_depth: trace.thresholds.channel_depth,
    indexed: memory.indexed?.state ?? "none",
    indexed_at: memory.indexed?.at.toISOString() ?? null,
    found_by_channel: Object.fromEntries(
      Object.entries(trace.channel_states).map(([name, state]) => [name, state.found]),
    ),
  });
}

function isPacked(trace: StoredRetrieval["trace"], memoryId: string | undefined): boolean {
  return trace.pack.items.some((item) => item.memory_id === memoryId);
}

function toldUse({ use }: StoredRetrieval, memoryId: string): RecallFate["use"] {
  const told = use.find((one) => one.memory_id === memoryId);
  if (told) return told.outcome === "harmed" || told.outcome === "contradicted" ? told.outcome : "used";
  return use.length === 0 ? null : "unused";
}

function explainCandidate(
  trace: StoredRetrieval["trace"],
  line: RetrievalTrace["candidates"][number],
  index: number,
  answer: (
    outcome: WhyNot["outcome"],
    stage: StageName,
    code: RejectCode | null,
    detail: WhyNot["detail"],
    sentence?: string,
  ) => WhyNot,
): WhyNot {
  const standing = {
    rank: index + 1,
    score: line.score,
    parts: line.parts,
    candidates: trace.candidates.length,
  };
  if (line.outcome === "packed") {
    const position = line.position ?? 0;
    return answer(
      "packed",
      "packing",
      null,
      { ...standing, position, tokens: line.tokens },
      `It is in the pack, at position ${position}.`,
    );
  }
  const code = line.reason_code ?? "below_k";
  if (code === "below_k") {
    const lowest = Math.min(
      ...trace.candidates.filter((one) => one.outcome === "packed").map((one) => one.score),
    );
    return answer("dropped", "packing", code, {
      ...standing,
      k: trace.thresholds.k,
      lowest_packed_score: Number.isFinite(lowest) ? lowest : null,
    });
  }
  if (code === "budget") {
    const miss = trace.pack.near_misses.find((one) => one.memory_id === line.memory_id);
    return answer("dropped", "packing", code, {
      ...standing,
      budget: trace.pack.budget,
      needs: miss?.needs ?? line.tokens,
      left: miss?.left ?? 0,
    });
  }
  return answer("dropped", "conflicts", code, { ...standing, by: line.by ?? null });
}

function numbersFor(code: RejectCode, trace: StoredRetrieval["trace"], memory: Examined): WhyNot["detail"] {
  const { projected } = trace.context;
  switch (code) {
    case "status":
      return {
        status: memory.status,
        include_superseded: projected.include_superseded,
        include_archived: projected.include_archived,
      };
    case "kind":
      return { wanted: projected.kinds };
    case "sensitivity":
      return { sensitivity: memory.sensitivity };
    case "purpose":
      return { purpose: projected.purpose };
    case "not_yet_valid":
    case "expired":
      return { valid_at: projected.valid_at, known_at: projected.known_at };
    case "trust_floor":
      return { trust: memory.trust, floor: trace.thresholds.trust_floor, risk_level: projected.risk_level };
    case "unconfirmed":
      return {
        confirmation: memory.confirmation,
        require_confirmed: projected.require_confirmed,
        risk_level: projected.risk_level,
      };
    default:
      return { status: memory.status };
  }
}
