import { EngineError } from "@/lib/engine/errors";
import type { Memory } from "@/lib/contracts/memories";
import type { RetrievalOutput } from "@/lib/contracts/retrievals";
import { flatten } from "@/lib/engine/policy/flatten-text";

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

/** What waits for a decision holds words of its memories all over: it is kept by its id and read again. */
export type ReviewKind = "approval" | "quarantine" | "conflict";
const REVIEW_IDS: Record<ReviewKind, string> = {
  approval: "approval_id",
  quarantine: "quarantine_id",
  conflict: "conflict_id",
};
const REVIEW_STATE = ["revision", "state", "approvals_given"] as const;

interface Loaders {
  memory: Loader;
  review(kind: ReviewKind, id: string): Promise<object>;
}

function findReview(value: Fields): { kind: ReviewKind; id: string } | null {
  if (typeof value.may_decide !== "boolean") return null;
  for (const [kind, name] of Object.entries(REVIEW_IDS)) {
    const id = value[name];
    if (typeof id === "string") return { kind: kind as ReviewKind, id };
  }
  return null;
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isMemory = (value: Fields): boolean =>
  typeof value.memory_id === "string" &&
  typeof value.statement === "string" &&
  typeof value.fact_id === "string";
const isRetrieval = (value: Fields): value is RetrievalOutput & Fields =>
  typeof value.retrieval_id === "string" && typeof value.pack === "string" && Array.isArray(value.snippets);

/**
 * An answer without content: what can be kept beside an idempotency key.
 * @param seal closes what only this caller may see again
 * @param load reads a memory, to know its words in a text
 */
export async function stripAnswer(
  answer: unknown,
  seal: (text: string) => string,
  load: Loader,
): Promise<unknown> {
  if (Array.isArray(answer)) return Promise.all(answer.map((part) => stripAnswer(part, seal, load)));
  if (!isFields(answer)) return answer;
  if (isMemory(answer)) {
    const state = Object.fromEntries(STATE_FIELDS.map((name) => [name, answer[name]]));
    return { $memory: answer.memory_id, state };
  }
  const review = findReview(answer);
  if (review) return { $review: review, state: pickState(answer) };
  if (isRetrieval(answer)) return stripRetrieval(answer, load);
  const entries = Object.entries(answer).map(async ([name, value]): Promise<[string, unknown]> => {
    if (name === "secret" && typeof value === "string") return [name, { $sealed: seal(value) }];
    return [name, await stripAnswer(value, seal, load)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** `[memory_id | scope | status | confirmation | as_of | text]`: everything before the text, of which nothing is content. */
const LINE_HEAD = /^(\[(mem_\w+) \|(?: [^|]* \|){4} )/;
/** An episode's pointer: how many characters of it are kept, and what follows them. */
const POINTER = /^(.*)(… \(event \w+\))$/s;

/** A text as what it adds to its memory's statement; null when it is not made from that at all. */
type Kept = { tail: string; length: number | null } | null;

function keep(text: string, statement: string | null): Kept {
  if (statement === null) return null;
  if (text === statement || text === flatten(statement)) return { tail: "", length: null };
  const [, start, tail] = POINTER.exec(text) ?? [];
  if (start === undefined || tail === undefined || !flatten(statement).startsWith(start)) return null;
  return { tail, length: [...start].length };
}

function renew(kept: Kept, statement: string | null, flat: boolean): string {
  if (kept === null || statement === null) return ERASED_TEXT;
  const whole = flat || kept.length !== null ? flatten(statement) : statement;
  return (kept.length === null ? whole : [...whole].slice(0, kept.length).join("")) + kept.tail;
}

const ERASED_TEXT = "[text erased]";

/** What the pack and the snippets say is kept as references to the versions; the rest of both holds no content. */
async function stripRetrieval(answer: RetrievalOutput & Fields, load: Loader): Promise<unknown> {
  const statements = await loadStatements(answer.snippets, load);
  const texts = answer.snippets.map((snippet) =>
    keep(snippet.text, statements.get(snippet.memory_id) ?? null),
  );
  const lines = answer.pack.split("\n").map((line) => {
    const [, head, memoryId] = LINE_HEAD.exec(line) ?? [];
    if (head === undefined || memoryId === undefined) return line;
    const statement = statements.get(memoryId) ?? null;
    return { $line: head, memoryId, kept: keep(line.slice(head.length, -1), statement) };
  });
  const snippets = answer.snippets.map((snippet, index) => ({ ...snippet, text: { $text: texts[index] } }));
  return { ...answer, snippets, pack: { $pack: lines } };
}

async function renderRetrieval(kept: Fields, lines: unknown[], load: Loader): Promise<unknown> {
  const stored = kept.snippets as (Fields & { memory_id: string; text: { $text: Kept } })[];
  const statements = await loadStatements(stored, load);
  const of = (memoryId: string): string | null => statements.get(memoryId) ?? null;
  const pack = (lines as (string | { $line: string; memoryId: string; kept: Kept })[]).map((line) =>
    typeof line === "string" ? line : `${line.$line}${renew(line.kept, of(line.memoryId), true)}]`,
  );
  const snippets = stored.map((snippet) => ({
    ...snippet,
    text: renew(snippet.text.$text, of(snippet.memory_id), false),
  }));
  return { ...kept, snippets, pack: pack.join("\n") };
}

async function loadStatements(
  snippets: readonly { memory_id: string }[],
  load: Loader,
): Promise<Map<string, string>> {
  const found = await Promise.all(
    [...new Set(snippets.map(({ memory_id: id }) => id))].map(
      async (id) => [id, await statementOf(id, load)] as const,
    ),
  );
  return new Map(found.flatMap(([id, statement]) => (statement === null ? [] : [[id, statement] as const])));
}

async function statementOf(memoryId: string, load: Loader): Promise<string | null> {
  try {
    return (await load(memoryId)).statement;
  } catch (error) {
    if (error instanceof EngineError && error.code === "not_found") return null;
    throw error;
  }
}

/** The first answer once more; what was erased since is missing from it and said to be (`memory: null, erased: true`). */
export async function renderAnswer(
  kept: unknown,
  open: (sealed: string) => string,
  loaders: Loaders,
): Promise<unknown> {
  const load = loaders.memory;
  if (Array.isArray(kept)) return Promise.all(kept.map((part) => renderAnswer(part, open, loaders)));
  if (!isFields(kept)) return kept;
  if (typeof kept.$sealed === "string") return open(kept.$sealed);
  if (typeof kept.$memory === "string") {
    const found = await orNull(load(kept.$memory));
    return found && { ...found, ...(kept.state as Partial<Memory>) };
  }
  if (isFields(kept.$review)) {
    const { kind, id } = kept.$review as { kind: ReviewKind; id: string };
    const found = await orNull(loaders.review(kind, id));
    return found && { ...found, ...(kept.state as object) };
  }
  if (isFields(kept.pack) && Array.isArray(kept.pack.$pack))
    return renderRetrieval(kept, kept.pack.$pack, load);
  const rendered: Fields = {};
  for (const [name, value] of Object.entries(kept)) rendered[name] = await renderAnswer(value, open, loaders);
  if (isFields(kept.memory) && rendered.memory === null) rendered.erased = true;
  return rendered;
}

const pickState = (value: Fields): Fields =>
  Object.fromEntries(REVIEW_STATE.flatMap((name) => (name in value ? [[name, value[name]]] : [])));

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof EngineError && error.code === "not_found") return null;
    throw error;
  }
}
