import type { ChannelName, Parts } from "@/lib/contracts/retrievals";
import type { Found } from "@/lib/engine/model/read-query";
import type { RetrievalPolicy } from "@/lib/engine/policy/retrieval-policy";
import { fuseRanks } from "@/lib/engine/retrieve/fuse-ranks";
import { fuseRelevance } from "@/lib/engine/retrieve/fuse-relevance";
import { scoreImportance, scoreMemory, scorePriority, scoreRecency } from "@/lib/engine/retrieve/score-parts";
import type { Intent } from "@/lib/contracts/retrievals";
import { weighEpisode } from "@/lib/engine/retrieve/weigh-episode";

const DAY_MS = 86_400_000;

export interface Ranked {
  found: Found;
  channels: Partial<Record<ChannelName, { rank: number; score: number }>>;
  rrf: number;
  parts: Parts;
  score: number;
}

/** Ranks within each channel, fuses them, and scores what is left of them; best first. Pure. */
export function rankFound(
  found: readonly Found[],
  context: {
    policy: RetrievalPolicy;
    intent: Intent;
    highRisk: boolean;
    exactScopes: readonly string[];
    validAt: Date;
    queryLexemes: readonly string[];
    asksWhen: boolean;
    /** 0 when no vectors took part. */
    denseWeight: number;
  },
): Ranked[] {
  const { policy } = context;
  const profile = policy.intents[context.intent];
  const ranks = {
    structured: rankBy(found, (one) => one.structured),
    full_text: rankBy(found, (one) => one.fullText),
    vector: rankBy(found, (one) => one.vector),
    relation: rankBy(found, (one) => one.relation),
  };
  const question = { lexemes: new Set(context.queryLexemes), asksWhen: context.asksWhen };
  const relevanceOf = (one: Found): number => {
    // The key of an episode says who spoke and no more; that is weighed there.
    const asTurn = profile.episodes !== null && one.kind === "episodic" && question.lexemes.size > 0;
    const own = fuseRelevance(
      {
        fullText: one.words,
        structured: asTurn ? null : one.structured,
        relation: one.relation,
        vector: one.vector,
      },
      { structured: policy.structuredWeight, dense: context.denseWeight },
    );
    return asTurn && profile.episodes !== null ? weighEpisode(one, own, question, profile.episodes) : own;
  };
  const ranked = found.map((one): Ranked => {
    const channels: Ranked["channels"] = {};
    const scores = {
      structured: one.structured,
      full_text: one.fullText,
      vector: one.vector,
      relation: one.relation,
    } as const;
    for (const name of ["structured", "full_text", "vector", "relation"] as const) {
      const rank = ranks[name].get(one.memoryId);
      const score = scores[name];
      if (rank !== undefined && score !== null) channels[name] = { rank, score };
    }
    const confirmed = one.confirmation === "confirmed";
    const parts: Parts = {
      R: relevanceOf(one),
      I: scoreImportance(one.importance),
      T: scoreRecency({
        ageDays: (context.validAt.getTime() - one.asOf.getTime()) / DAY_MS,
        decayPerDay: profile.decayPerDay[one.kind],
        standing: isStandingRule(one),
      }),
      P: scorePriority({
        scopeExact: context.exactScopes.includes(one.scope),
        kindFits: profile.favours.includes(one.kind),
        confirmed,
        inferred: one.confirmation === "inferred",
        highRisk: context.highRisk,
      }),
    };
    return {
      found: one,
      channels,
      rrf: fuseRanks(
        Object.values(channels).map((channel) => channel.rank),
        policy.rrfK,
      ),
      parts,
      score: scoreMemory(parts, profile.weights),
    };
  });
  return ranked.sort(
    (a, b) =>
      b.score - a.score ||
      b.rrf - a.rrf ||
      b.found.asOf.getTime() - a.found.asOf.getTime() ||
      compare(a.found.memoryId, b.found.memoryId),
  );
}

/** Confirmed, open-ended, meant to last: such a rule does not fade. */
export function isStandingRule(one: Found): boolean {
  return (
    one.confirmation === "confirmed" &&
    one.kind !== "episodic" &&
    one.openEnded &&
    (one.temporalScope === null || one.temporalScope === "permanent" || one.temporalScope === "preference")
  );
}

function rankBy(found: readonly Found[], scoreOf: (one: Found) => number | null): Map<string, number> {
  const scored = found.filter((one) => scoreOf(one) !== null);
  scored.sort((a, b) => (scoreOf(b) ?? 0) - (scoreOf(a) ?? 0) || compare(a.memoryId, b.memoryId));
  return new Map(scored.map((one, index) => [one.memoryId, index + 1]));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
