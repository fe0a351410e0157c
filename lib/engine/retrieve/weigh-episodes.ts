import type { Found } from "@/lib/engine/model/read-query";
import { listLexemes } from "@/lib/engine/policy/analyse-text";
import type { EpisodeWeights } from "@/lib/engine/policy/retrieval-policy";

const SPEAKER = /^\s*([\p{L}][\p{L}\p{N} .'-]{0,40}?)\s*[:：]\s*/u;
const ASKS = /[?？][\s"'”’)）]*$/u;

/**
 * Relevance of episodes as turns of a talk: what was said just before and after counts a little, who said it counts when
 * the question names somebody, and a turn that only asks counts less than the answer. Other kinds keep theirs. Pure.
 */
export function weighEpisodes(
  found: readonly Found[],
  relevance: ReadonlyMap<string, number>,
  queryLexemes: readonly string[],
  weights: EpisodeWeights,
): Map<string, number> {
  const asked = new Set(queryLexemes);
  const result = new Map(relevance);
  for (const one of found) {
    if (one.kind !== "episodic") continue;
    const own = relevance.get(one.memoryId) ?? 0;
    const lent = Math.max(0, ...one.neighbours.map((id) => relevance.get(id) ?? 0));
    const spoken = namesSpeaker(one.statement, asked) ? weights.speaker * Math.sqrt(own) : 0;
    const asks = ASKS.test(one.statement) ? weights.question : 1;
    result.set(one.memoryId, Math.min(1, (own + weights.neighbour * lent + spoken) * asks));
  }
  return result;
}

function namesSpeaker(statement: string, asked: ReadonlySet<string>): boolean {
  const speaker = SPEAKER.exec(statement)?.[1];
  return speaker !== undefined && listLexemes(speaker).some((lexeme) => asked.has(lexeme));
}
