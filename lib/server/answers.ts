import { EngineError } from "@/lib/engine/errors";
import type { Memory } from "@/lib/contracts/memories";
import type { RetrievalOutput } from "@/lib/contracts/retrievals";

/**
 * What of a memory an answer may keep: its state at the time, never a word of what it says. The words are taken from
 * the version itself when the answer is given again, so that an erasure reaches kept answers too.
 */
const STATE_FIELDS = [
  "status",
  "confirmation",
  "trust",
  "confidence",
  "valid_from",
  "valid_to",
  "retired_at",
  "superseded_by",
  "uses",
  "state_revision",
] as const satisfies readonly (keyof Memory)[];

type Loader = (memoryId: string) => Promise<Memory>;
type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const isMemory = (value: Fields): boolean =>
  typeof value.memory_id === "string" && typeof value.statement === "string" && typeof value.fact_id === "string";
const isRetrieval = (value: Fields): value is RetrievalOutput & Fields =>
  typeof value.retrieval_id === "string" && typeof value.pack === "string" && Array.isArray(value.snippets);

/**
 * An answer without content: what can be kept beside an idempotency key.
 * @param seal closes what only this caller may see again
 * @param load reads a memory, to know its words in a text
 */
export async function stripAnswer(answer: unknown, seal: (text: string) => string, load: Loader): Promise<unknown> {
  if (Array.isArray(answer)) return Promise.all(answer.map((part) => stripAnswer(part, seal, load)));
  if (!isFields(answer)) return answer;
  if (isMemory(answer)) {
    const state = Object.fromEntries(STATE_FIELDS.map((name) => [name, answer[name]]));
    return { $memory: answer.memory_id, state };
  }
  if (isRetrieval(answer)) return stripRetrieval(answer, load);
  const entries = Object.entries(answer).map(async ([name, value]): Promise<[string, unknown]> => {
    if (name === "secret" && typeof value === "string") return [name, { $sealed: seal(value) }];
    return [name, await stripAnswer(value, seal, load)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Every text becomes the pieces around its memory's statement; the pack is kept as the texts' places in it. */
async function stripRetrieval(answer: RetrievalOutput & Fields, load: Loader): Promise<unknown> {
  let pack = answer.pack;
  const snippets = await Promise.all(
    answer.snippets.map(async (snippet, index) => {
      const statement = await statementOf(snippet.memory_id, load);
      pack = pack.replace(snippet.text, () => mark(index));
      const at = statement === null ? -1 : snippet.text.indexOf(statement);
      const around =
        statement === null || at < 0
          ? null
          : { before: snippet.text.slice(0, at), after: snippet.text.slice(at + statement.length) };
      return { ...snippet, text: { $around: around } };
    }),
  );
  const known = snippets.every((_, index) => pack.includes(mark(index)));
  return { ...answer, snippets, pack: { $pack: known ? pack : null } };
}

const mark = (index: number) => `\u0001${index}\u0001`;
const ERASED_TEXT = "[text erased]";

async function statementOf(memoryId: string, load: Loader): Promise<string | null> {
  try {
    return (await load(memoryId)).statement;
  } catch (error) {
    if (error instanceof EngineError && error.code === "not_found") return null;
    throw error;
  }
}

/** The first answer once more; what was erased since is missing from it and said to be (`memory: null, erased: true`). */
export async function renderAnswer(kept: unknown, open: (sealed: string) => string, load: Loader): Promise<unknown> {
  if (Array.isArray(kept)) return Promise.all(kept.map((part) => renderAnswer(part, open, load)));
  if (!isFields(kept)) return kept;
  if (typeof kept.$sealed === "string") return open(kept.$sealed);
  if (typeof kept.$memory === "string") {
    try {
      return { ...(await load(kept.$memory)), ...(kept.state as Partial<Memory>) };
    } catch (error) {
      if (error instanceof EngineError && error.code === "not_found") return null;
      throw error;
    }
  }
  if (isFields(kept.pack) && "$pack" in kept.pack) return renderRetrieval(kept, kept.pack.$pack as string | null, load);
  const rendered: Fields = {};
  for (const [name, value] of Object.entries(kept)) rendered[name] = await renderAnswer(value, open, load);
  if (isFields(kept.memory) && rendered.memory === null) rendered.erased = true;
  return rendered;
}

async function renderRetrieval(kept: Fields, packed: string | null, load: Loader): Promise<unknown> {
  const snippets = await Promise.all(
    (kept.snippets as Fields[]).map(async (snippet) => {
      const { $around: around } = snippet.text as { $around: { before: string; after: string } | null };
      const statement = around === null ? null : await statementOf(String(snippet.memory_id), load);
      const text = around === null || statement === null ? ERASED_TEXT : around.before + statement + around.after;
      return { ...snippet, text };
    }),
  );
  const pack =
    packed === null
      ? snippets.map((snippet) => snippet.text).join("\n")
      : snippets.reduce((text, snippet, index) => text.replace(mark(index), () => snippet.text), packed);
  return { ...kept, snippets, pack };
}
