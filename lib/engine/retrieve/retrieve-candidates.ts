import type { ChannelName } from "@/lib/contracts/retrievals";
import { EngineError } from "@/lib/engine/errors";
import type { PackUnit } from "@/lib/engine/model/pack";
import type { SearchResult } from "@/lib/engine/model/read-query";
import type { RetrievalPolicy } from "@/lib/engine/policy/retrieval-policy";
import type { EnginePorts } from "@/lib/engine/ports";
import type { QueryVector } from "@/lib/engine/retrieve/embed-query";
import type { Projection } from "@/lib/engine/retrieve/project-query";
import { isStandingRule, type Ranked, rankFound } from "@/lib/engine/retrieve/rank-found";
import { capSources, isCapped } from "@/lib/engine/retrieve/cap-sources";
import { type Dropped, settleConflicts, type Unit, withFolds } from "@/lib/engine/retrieve/settle-conflicts";
import { rootOf } from "@/lib/engine/policy/source-roots";
import { readSourceOrigins } from "@/lib/store/search/read-source-origins";
import type { Tx } from "@/lib/store/client";
import { searchMemories } from "@/lib/store/search/search-memories";

export type ChannelStates = Record<
  ChannelName,
  { state: "applied" | "skipped" | "failed"; reason: string; found: number }
>;

export interface Candidates {
  search: SearchResult;
  ranked: Ranked[];
  dropped: Dropped[];
  /** What may be packed, in order; the first k of all that settled. */
  units: PackUnit[];
  belowK: Ranked[];
  channelStates: ChannelStates;
  degraded: string[];
  timings: { search: number; rank: number; settle: number };
}

/**
 * From a projected question to what may be packed: filter and channels in the database, then fusion, scores and
 * conflicts here. @throws EngineError `degraded_high_risk` when an enabled channel is down and much depends on it
 */
export async function retrieveCandidates(
  tx: Tx,
  tenantId: string,
  projection: Projection,
  vector: QueryVector,
  policy: RetrievalPolicy,
  ports: Pick<EnginePorts, "elapsed">,
  lacking: readonly ChannelName[] = [],
): Promise<Candidates> {
  const asked = lacking.includes("vector")
    ? ({ state: "failed", reason: "the search failed with it" } as const)
    : vector;
  const query = lacking.includes("full_text") ? withoutWords(projection.query) : projection.query;
  const usesVector = policy.channels.vector && asked.state === "applied";
  const degraded: ChannelName[] = [];
  if (policy.channels.vector && asked.state === "failed") degraded.push("vector");
  if (policy.channels.full_text && lacking.includes("full_text")) degraded.push("full_text");
  if (degraded.length > 0 && query.risk === "high") {
    throw new EngineError(
      "degraded_high_risk",
      `A channel is down (${degraded.join(", ")}), and at high risk nothing is answered without it.`,
    );
  }
  const start = ports.elapsed();
  const search = await searchMemories(tx, tenantId, {
    ...query,
    vector:
      usesVector && asked.state === "applied"
        ? { model: asked.model, embedding: asked.embedding, weight: asked.weight }
        : null,
  });
  const searched = ports.elapsed();
  const ranked = rankFound(search.found, {
    policy,
    intent: query.intent,
    highRisk: query.filter.highRisk,
    exactScopes: projection.exactScopes,
    validAt: projection.validAt,
    queryLexemes: query.lexemes,
    asksWhen: projection.asksWhen,
    denseWeight: usesVector && asked.state === "applied" ? asked.weight : 0,
  });
  const scored = ports.elapsed();
  const settled = settleConflicts(ranked, {
    checkConsensus: query.risk !== "low",
    contradictionsNeeded: policy.consensusContradictions,
    duplicateOverlap: policy.duplicateOverlap,
  });
  const capped = capSources(
    settled.units,
    await readRoots(tx, tenantId, settled.units, policy.sourceCap),
    policy.sourceCap,
  );
  const { units, belowK } = cutAtK(capped.units, projection.k);
  return {
    search,
    ranked: withFolds(ranked, settled.units),
    dropped: [...settled.dropped, ...capped.dropped],
    units,
    belowK,
    channelStates: describeChannels(projection, asked, policy, search, lacking),
    degraded,
    timings: { search: searched - start, rank: scored - searched, settle: ports.elapsed() - scored },
  };
}

/**
 * For texts from outside the page's host, else the document, counts as the source, however many events it came in. Asked
 * for only where there are more of them than one source may bring.
 */
async function readRoots(
  tx: Tx,
  tenantId: string,
  units: readonly Unit[],
  most: number,
): Promise<Map<string, string>> {
  const outside = units.flatMap((unit) =>
    unit.members.flatMap(({ found }) =>
      found.sourceType === "external_content" && isCapped(found) ? [found.memoryId] : [],
    ),
  );
  if (outside.length <= most) return new Map();
  const origins = await readSourceOrigins(tx, tenantId, outside);
  return new Map(
    origins.flatMap(({ memoryId, uri, ref }) => {
      const origin = { uri, ref, writerId: "" };
      const root = rootOf("host", origin) ?? rootOf("ref", origin);
      return root === null ? [] : [[memoryId, `${root.kind}:${root.value}`] as const];
    }),
  );
}

/** k counts places; the other side of a conflict rides along on its incumbent's. */
function cutAtK(units: readonly Unit[], k: number): { units: PackUnit[]; belowK: Ranked[] } {
  return {
    units: units.slice(0, k).map((unit) => ({
      members: unit.members.map((member) => member.found),
      rule:
        unit.members.some(
          (member) => member.found.confirmation === "confirmed" && member.found.kind !== "episodic",
        ) || unit.members.some((member) => isStandingRule(member.found)),
    })),
    belowK: units.slice(k).flatMap((unit) => unit.members),
  };
}

/** By keys and relations alone: nothing of the search index is read, nor of the turns that stand in it. */
function withoutWords(query: Projection["query"]): Projection["query"] {
  return { ...query, turns: null, channels: { ...query.channels, fullText: false } };
}

function describeChannels(
  projection: Projection,
  vector: QueryVector,
  policy: RetrievalPolicy,
  search: SearchResult,
  lacking: readonly ChannelName[],
): ChannelStates {
  const count = (scoreOf: (one: SearchResult["found"][number]) => number | null) =>
    search.found.filter((one) => scoreOf(one) !== null).length;
  const off = { state: "skipped", reason: "switched off by policy", found: 0 } as const;
  return {
    structured: policy.channels.structured
      ? { state: "applied", reason: "", found: count((one) => one.structured) }
      : off,
    full_text: !policy.channels.full_text
      ? off
      : lacking.includes("full_text")
        ? { state: "failed", reason: "the search failed with it", found: 0 }
        : projection.query.lexemes.length === 0
          ? { state: "skipped", reason: "the question has no words to look for", found: 0 }
          : { state: "applied", reason: "", found: count((one) => one.fullText) },
    vector: !policy.channels.vector
      ? off
      : {
          state: vector.state,
          reason: vector.state === "applied" ? "" : vector.reason,
          found: count((one) => one.vector),
        },
    relation: !policy.channels.relation
      ? off
      : policy.channels.structured
        ? { state: "applied", reason: "", found: count((one) => one.relation) }
        : { state: "skipped", reason: "it starts from the keys, and those are switched off", found: 0 },
  };
}
