import { policyBody } from "@/lib/contracts/policies";
import type { Replay, ReplayInput } from "@/lib/contracts/replays";
import type { RetrievalInput } from "@/lib/contracts/retrievals";
import type { Engine } from "@/lib/engine/engine";
import { EngineError, notFound } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { agentOf, isOperator, type Principal } from "@/lib/engine/model/principal";
import type { Pack } from "@/lib/engine/model/pack";
import { packMemories } from "@/lib/engine/pack/pack-memories";
import { checkPolicy, comparePolicies } from "@/lib/engine/policy/check-policy";
import { composePolicy } from "@/lib/engine/policy/compose-policy";
import type { RetrievalPolicy } from "@/lib/engine/policy/retrieval-policy";
import { buildTrace } from "@/lib/engine/retrieve/build-trace";
import { compareTraces } from "@/lib/engine/retrieve/compare-traces";
import { embedQuery, type QueryVector } from "@/lib/engine/retrieve/embed-query";
import { findServing } from "@/lib/engine/retrieve/find-serving";
import { findNamedAliases, followAliases } from "@/lib/engine/retrieve/follow-aliases";
import { projectReplay } from "@/lib/engine/retrieve/project-replay";
import { retrieveCandidates } from "@/lib/engine/retrieve/retrieve-candidates";
import type { Tx } from "@/lib/store/client";
import { findPolicyVersion } from "@/lib/store/policies";
import { findRetrieval, type StoredRetrieval } from "@/lib/store/retrieval/read-retrieval";
import { prepareSearch } from "@/lib/store/search/prepare-search";

const EMPTY_PACK: Pack = { text: "", overhead: 0, used: 0, items: [], nearMisses: [] };
/** As masking writes it. */
const MASK = /\[(?:secret removed|personal data)\b/u;
/** The trace lists this many rejects and counts the rest. */
const MOST_REJECTS = 500;

/** An earlier question, asked again: nothing is written, nobody's use is counted, and no memory's text leaves. */
export function createReplayPath(deps: EngineDeps): Pick<Engine, "replay"> {
  const { database, ports } = deps;
  return {
    async replay(call, retrievalId, input) {
      const { principal } = call;
      const { tenantId } = principal;
      const start = ports.elapsed();
      const find = async (tx: Tx): Promise<StoredRetrieval> => {
        const found = await findRetrieval(tx, principal, retrievalId);
        if (found === null) throw notFound("retrieval");
        return found;
      };
      // The model answers between two transactions: a session is never held while waiting for one.
      const { query, trace } = await database.withTenant(tenantId, find);
      const serving = await findServing(deps, tenantId);
      const vector: QueryVector = trace.triggered
        ? await embedQuery(serving, query, { within: ports.within })
        : { state: "skipped", reason: "memory was not read" };
      return database.withTenant(tenantId, async (tx) => {
        const retrieval = await find(tx);
        const now = ports.clock.now();
        const policies = await choosePolicies(deps, tx, call, retrieval, input);
        const { zone, paused } = await prepareSearch(tx, tenantId, now, agentOf(principal), null);
        const terms = {
          at: input.at ?? ("then" as const),
          without: input.without ?? [],
          now,
          zone,
        };
        const asked = projectReplay(principal, retrieval, policies.retrieval, terms);
        asked.query.filter.paused = paused;
        const projection = followAliases(
          asked,
          await findNamedAliases(tx, tenantId, asked.scopes, {
            ...(retrieval.received as RetrievalInput),
            ...(retrieval.query === null ? {} : { query: retrieval.query }),
          }),
        );
        const onlyTime: QueryVector | null =
          projection.times?.rest === ""
            ? { state: "skipped", reason: "the question is only about a time" }
            : null;
        const { triggered, trigger_reason: reason } = retrieval.trace;
        const candidates = triggered
          ? await retrieveCandidates(tx, tenantId, projection, onlyTime ?? vector, policies.retrieval, ports)
          : null;
        const pack =
          candidates === null ? EMPTY_PACK : packMemories(candidates.units, projection.tokenBudget);
        const replayed = buildTrace({
          trigger: { triggered, reason },
          projection,
          policy: policies.retrieval,
          policyVersion: policies.replayed ?? policies.recorded,
          embedderModel: serving?.model ?? null,
          candidates,
          pack,
          conflicts: [],
          contextMs: 0,
          packMs: 0,
          tookMs: 0,
        });
        return {
          retrieval_id: retrievalId,
          at: terms.at,
          valid_at: projection.validAt.toISOString(),
          known_at: projection.query.filter.knownAt.toISOString(),
          policy: { recorded: policies.recorded, replayed: policies.replayed, changes: policies.changes },
          without: [...terms.without],
          ...compareTraces(retrieval.trace, replayed),
          notes: listNotes(retrieval, replayed, terms.at),
          took_ms: ports.elapsed() - start,
        };
      });
    },
  };
}

/**
 * The policy to replay under. Whatever is proposed, it lets nobody see what is more sensitive than the policy in force
 * does. @throws EngineError `role_required`, `not_found`, `meaningless`
 */
async function choosePolicies(
  deps: EngineDeps,
  tx: Tx,
  { principal }: CallContext,
  { trace }: StoredRetrieval,
  { policy: wanted }: ReplayInput,
): Promise<Pick<Replay["policy"], "recorded" | "replayed" | "changes"> & { retrieval: RetrievalPolicy }> {
  const recorded = trace.policy_version;
  const inForce = await deps.policyFor(tx, principal.tenantId);
  const versionOf = async (version: number): Promise<RetrievalPolicy> => {
    if (version === inForce.version) return inForce.retrieval;
    if (version === 0) return composePolicy(null).retrieval;
    const row = await findPolicyVersion(tx, principal.tenantId, version);
    if (row === null) throw notFound("policy version");
    return composePolicy(row).retrieval;
  };
  const chosen =
    wanted === undefined
      ? { version: inForce.version, retrieval: inForce.retrieval }
      : "version" in wanted
        ? {
            version: wanted.version,
            retrieval: await versionOf(requireKnown(principal, wanted.version, recorded)),
          }
        : { version: null, retrieval: proposed(principal, wanted.body) };
  const { sensitivityCeiling, highSensitivity } = inForce.retrieval;
  const lower = [chosen.retrieval.sensitivityCeiling, sensitivityCeiling].includes("low") ? "low" : "medium";
  const retrieval: RetrievalPolicy = {
    ...chosen.retrieval,
    sensitivityCeiling: lower,
    highSensitivity: highSensitivity === "never" ? "never" : chosen.retrieval.highSensitivity,
  };
  const changes = comparePolicies(await versionOf(recorded), retrieval, "retrieval");
  return { recorded, replayed: chosen.version, changes: JSON.parse(JSON.stringify(changes)), retrieval };
}

function requireKnown(principal: Principal, version: number, recorded: number): number {
  if (version === recorded || isOperator(principal)) return version;
  throw new EngineError("role_required", "Another policy than that of the retrieval takes an operator.");
}

function proposed(principal: Principal, body: { write?: unknown; retrieval?: unknown }): RetrievalPolicy {
  if (!isOperator(principal)) {
    throw new EngineError("role_required", "A policy is proposed by an operator.");
  }
  const problems = checkPolicy(policyBody.parse(body));
  if (problems.length > 0) {
    throw new EngineError("meaningless", "This policy could not be published.", { fields: problems });
  }
  return composePolicy({ version: 0, body }).retrieval;
}

function listNotes(
  { query, trace, received }: StoredRetrieval,
  replayed: Pick<StoredRetrieval["trace"], "index_versions" | "reject_counts">,
  at: "then" | "now",
): Replay["notes"] {
  const total = (counts: Record<string, number>) =>
    Object.values(counts).reduce((sum, count) => sum + count, 0);
  const notes: [Replay["notes"][number], boolean][] = [
    ["words_masked", MASK.test(query ?? "") || MASK.test(JSON.stringify(received))],
    ["embedder_changed", trace.index_versions.embedder !== replayed.index_versions.embedder],
    ["analyser_changed", trace.index_versions.analyser !== replayed.index_versions.analyser],
    ["superseded_as_now", at === "then" && trace.context.projected.include_superseded],
    ["rejects_cut", Math.max(total(trace.reject_counts), total(replayed.reject_counts)) > MOST_REJECTS],
  ];
  return notes.flatMap(([note, holds]) => (holds ? [note] : []));
}
