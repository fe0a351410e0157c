import { type Scores, scoreRanking } from "@/lib/bench/score-ranking";
import type { LocomoConversation } from "@/lib/cli/import/read-locomo";
import type { CallContext } from "@/lib/engine/model/context";
import type { Found } from "@/lib/engine/model/read-query";
import { DEFAULT_RETRIEVAL_POLICY, type EpisodeWeights } from "@/lib/engine/policy/retrieval-policy";
import type { Embedder } from "@/lib/engine/ports";
import { embedQuery } from "@/lib/engine/retrieve/embed-query";
import { projectQuery } from "@/lib/engine/retrieve/project-query";
import { rankFound } from "@/lib/engine/retrieve/rank-found";
import type { Database } from "@/lib/store/client";
import { searchMemories } from "@/lib/store/search/search-memories";

const NOTHING: Partial<EpisodeWeights> = {
  before: 0,
  after: 0,
  further: 0,
  answer: 0,
  talk: 0,
  speaker: 0,
  question: 1,
  length: 0,
  when: 0,
  time: 0,
};
/** What is taken away, by name. */
const WITHOUT: Record<string, Partial<EpisodeWeights>> = {
  "everything in": {},
  "without the turns around": { before: 0, after: 0, further: 0, answer: 0 },
  "without lending to the answer": { answer: 0 },
  "without the whole talk": { talk: 0 },
  "without who spoke": { speaker: 0 },
  "without told times for when": { when: 0 },
  "without the asked time": { time: 0 },
  "without questions count less": { question: 1 },
  "without length": { length: 0 },
};

/**
 * The same questions ranked again with one piece of evidence taken away, and by baselines: one search for each question
 * with vectors and one without, then many rankings.
 */
export async function ablateRecall(
  parts: { database: Database; embedder: Embedder | null; call: CallContext },
  conversations: readonly LocomoConversation[],
  turnOf: ReadonlyMap<string, string>,
  every: number,
): Promise<Map<string, Scores[]>> {
  const { database, embedder, call } = parts;
  const policy = DEFAULT_RETRIEVAL_POLICY;
  const results = new Map<string, Scores[]>();
  const asked = conversations
    .flatMap((conversation) => conversation.questions.map((question) => ({ conversation, question })))
    .filter(({ question }) => question.evidence.length > 0 && question.category !== 5)
    .filter((_, index) => index % every === 0);
  for (const { conversation, question } of asked) {
    const projection = projectQuery(
      call.principal,
      { query: question.text, intent: "recall_episode", scopes: [conversation.scope] },
      policy,
      new Date("2030-01-01T00:00:00Z"),
      "UTC",
    );
    const vector = await embedQuery(embedder, question.text);
    const search = (dense: boolean) =>
      database.withTenant(call.principal.tenantId, (tx) =>
        searchMemories(tx, call.principal.tenantId, {
          ...projection.query,
          vector: dense && vector.state === "applied" ? vector : null,
        }),
      );
    const [dense, words] = [await search(true), await search(false)];
    const note = (name: string, order: readonly string[]) => {
      const scores = scoreRanking(order, new Set(question.evidence));
      results.set(name, [...(results.get(name) ?? []), scores]);
    };
    const turns = (found: readonly Found[]) =>
      found.flatMap((one) => turnOf.get(one.eventIds[0] ?? "") ?? []);
    const rank = (found: readonly Found[], change: Partial<EpisodeWeights>, denseWeight: number) => {
      const profile = policy.intents.recall_episode;
      const episodes = profile.episodes && { ...profile.episodes, ...change };
      const ranked = rankFound(found, {
        policy: { ...policy, intents: { ...policy.intents, recall_episode: { ...profile, episodes } } },
        intent: "recall_episode",
        highRisk: false,
        exactScopes: projection.exactScopes,
        validAt: projection.validAt,
        queryLexemes: projection.query.lexemes,
        asksWhen: projection.asksWhen,
        denseWeight,
      });
      return turns(ranked.map((one) => one.found));
    };
    const weight = vector.state === "applied" ? vector.weight : 0;
    for (const [name, change] of Object.entries(WITHOUT)) note(name, rank(dense.found, change, weight));
    note("without vectors", rank(words.found, {}, 0));
    note("words alone (BM25, stems, stop words)", rank(words.found, NOTHING, 0));
    note(
      "vectors alone",
      turns(
        [...dense.found]
          .filter((one) => one.vector !== null)
          .sort((a, b) => (b.vector ?? 0) - (a.vector ?? 0)),
      ),
    );
    note("plain BM25 over words as written", rankPlainly(conversation, question.text));
  }
  return results;
}

/** BM25 (k1 1.2, b 0.75) over lower-case words, neither stemmed nor stopped: what one gets without trying. */
function rankPlainly(conversation: LocomoConversation, question: string): string[] {
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const turns = conversation.turns.map(({ turnId, event }) => ({
    turnId,
    words: wordsOf(String(event.content)),
  }));
  const usual = turns.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, turns.length);
  const score = new Map(turns.map(({ turnId }) => [turnId, 0]));
  for (const word of new Set(wordsOf(question))) {
    const having = turns.filter(({ words }) => words.includes(word));
    const idf = Math.log(1 + (turns.length - having.length + 0.5) / (having.length + 0.5));
    for (const { turnId, words } of having) {
      const tf = words.filter((one) => one === word).length;
      const gain = (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * words.length) / usual));
      score.set(turnId, (score.get(turnId) ?? 0) + gain);
    }
  }
  return [...score].sort((a, b) => b[1] - a[1]).map(([turnId]) => turnId);
}
