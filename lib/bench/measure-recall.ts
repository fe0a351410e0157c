import { type Scores, scoreRanking } from "@/lib/bench/score-ranking";
import type { LocomoConversation } from "@/lib/cli/import/read-locomo";
import type { Engine } from "@/lib/engine/engine";
import type { CallContext } from "@/lib/engine/model/context";

export interface Measured extends Scores {
  conversation: string;
  question: string;
  category: number;
  evidence: string[];
  found: string[];
  tokens: number;
  ms: number;
}

const K = 10;

/**
 * Asks every question that names its evidence, as an agent that wants to recall what happened, within the scope of its
 * own conversation. Ten memories; the budget is wide enough that it is the ranking that is measured.
 */
export async function measureRecall(
  engine: Engine,
  call: CallContext,
  conversations: readonly LocomoConversation[],
  turnOf: ReadonlyMap<string, string>,
  options: { every: number; budget: number; onProgress(done: number, total: number): void },
): Promise<Measured[]> {
  const asked = conversations
    .flatMap(({ name, scope, questions }) => questions.map((question) => ({ name, scope, ...question })))
    .filter(({ evidence }) => evidence.length > 0)
    .filter((_, index) => index % options.every === 0);
  const measured: Measured[] = [];
  for (const { name, scope, text, category, evidence } of asked) {
    const answer = await engine.retrieve(call, {
      query: text,
      intent: "recall_episode",
      scopes: [scope],
      k: K,
      token_budget: options.budget,
    });
    const found = answer.snippets.flatMap((snippet) => {
      const turns = snippet.event_ids.flatMap((id) => turnOf.get(id) ?? []);
      return turns.slice(0, 1);
    });
    measured.push({
      conversation: name,
      question: text,
      category,
      evidence,
      found,
      tokens: answer.tokens.used,
      ms: answer.took_ms,
      ...scoreRanking(found, new Set(evidence)),
    });
    if (measured.length % 50 === 0) options.onProgress(measured.length, asked.length);
  }
  return measured;
}
