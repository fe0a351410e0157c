import type { RetrievalInput, RetrievalTrace } from "@/lib/contracts/retrievals";
import type { Engine } from "@/lib/engine/engine";
import type { CallContext } from "@/lib/engine/model/context";
import { listLexemes } from "@/lib/engine/policy/analyse-text";
import { quoteLexeme } from "@/lib/engine/policy/compose-postings";
import { measureRate } from "@/lib/bench/measure-rate";
import { createId } from "@/lib/platform/ids";
import type { ByHand } from "@/lib/testing/search-by-hand";

/** One table with scopes of known sizes in it, and whoever asks there. */
export interface FilledTable {
  rows: number;
  engine: Engine;
  call: CallContext;
  byHand: ByHand;
  /** Scopes that are asked, by the number of memories in them. */
  scopes: ReadonlyMap<number, string>;
  /** The ids of one scope's memories, nearest to a vector first, by looking at all of them. */
  nearest(scope: string, vector: readonly number[], count: number): Promise<string[]>;
  /** How many of these memories stand in another scope or another tenant. */
  countForeign(scope: string, memoryIds: readonly string[]): Promise<number>;
}

export interface Question {
  text: string;
  vector: readonly number[];
}

export interface RetrieveMeasured {
  rows: number;
  size: number;
  /** Medians over the rounds, ms. */
  ours: number;
  byHand: number;
  /** Median of the rounds' own ratios. */
  ratio: number;
  candidates: number;
  traceBytes: number;
  /** Share of the ten nearest vectors that the channel brought. */
  recall: number;
  foreign: number;
}

export interface GrowthMeasured {
  size: number;
  from: number;
  to: number;
  /** Median of the rounds' own ratios. */
  ratio: number;
}

const NEAREST = 10;

interface Asked {
  table: FilledTable;
  size: number;
  scope: string;
  rounds: { ours: number; byHand: number }[];
  candidates: number;
  traceBytes: number;
  found: number;
  wanted: number;
  foreign: number;
  ours(): Promise<unknown>;
  hand(): Promise<unknown>;
}

/** Rounds of both on every table and size, one after the other, so that a machine's mood touches all of them. */
export async function measureRetrieve(
  tables: readonly FilledTable[],
  questions: readonly Question[],
  options: { rounds: number; seconds: number },
): Promise<{ measured: RetrieveMeasured[]; growth: GrowthMeasured[] }> {
  const asked: Asked[] = [];
  for (const table of tables)
    for (const [size, scope] of table.scopes) asked.push(await prepare(table, size, scope, questions));
  for (let round = -1; round < options.rounds; round += 1) {
    for (const one of asked) {
      const seconds = round < 0 ? options.seconds / 2 : options.seconds;
      const byHand = await measureRate(1, seconds, one.hand);
      const ours = await measureRate(1, seconds, one.ours);
      // The first round warms up.
      if (round >= 0) one.rounds.push({ ours: ours.p50, byHand: byHand.p50 });
    }
  }
  return { measured: asked.map(summarise), growth: compareTables(asked) };
}

/** Asks each question once: what comes back is judged, and the trace is what the other side has to write as well. */
async function prepare(
  table: FilledTable,
  size: number,
  scope: string,
  questions: readonly Question[],
): Promise<Asked> {
  const { engine, call, byHand } = table;
  const inputs = questions.map(({ text }): RetrievalInput => ({ query: text, scopes: [scope] }));
  const hand: Parameters<ByHand["search"]>[0][] = [];
  const sums = { candidates: 0, traceBytes: 0, found: 0, wanted: 0, foreign: 0 };
  for (const [at, input] of inputs.entries()) {
    const question = questions[at] as Question;
    const answer = await engine.retrieve(call, input);
    const trace = await engine.getTrace(call, answer.retrieval_id);
    const named = trace.candidates.map((line) => line.memory_id);
    const stored = JSON.stringify(trace);
    const nearest = await table.nearest(scope, question.vector, NEAREST);
    const brought = new Set(listNearest(trace));
    sums.candidates += named.length;
    sums.traceBytes += stored.length;
    sums.wanted += nearest.length;
    sums.found += nearest.filter((id) => brought.has(id)).length;
    sums.foreign += await table.countForeign(scope, named);
    hand.push({
      retrievalId: "",
      scope,
      words: listLexemes(question.text).map(quoteLexeme).join(" | "),
      vector: `[${question.vector.join(",")}]`,
      trace: stored,
      memoryIds: named,
    });
  }
  let next = 0;
  return {
    table,
    size,
    scope,
    rounds: [],
    ...sums,
    candidates: sums.candidates / questions.length,
    traceBytes: sums.traceBytes / questions.length,
    ours: () => engine.retrieve(call, inputs[next++ % inputs.length] as RetrievalInput),
    hand: () => {
      const one = hand[next++ % hand.length] as (typeof hand)[number];
      return byHand.search({ ...one, retrievalId: createId("ret", new Date()) });
    },
  };
}

function listNearest(trace: RetrievalTrace): string[] {
  return trace.candidates
    .filter((line) => (line.channels.vector?.rank ?? Number.POSITIVE_INFINITY) <= NEAREST)
    .map((line) => line.memory_id);
}

function summarise(one: Asked): RetrieveMeasured {
  return {
    rows: one.table.rows,
    size: one.size,
    ours: median(one.rounds.map((round) => round.ours)),
    byHand: median(one.rounds.map((round) => round.byHand)),
    ratio: median(one.rounds.map((round) => round.ours / round.byHand)),
    candidates: one.candidates,
    traceBytes: one.traceBytes,
    recall: one.wanted === 0 ? 1 : one.found / one.wanted,
    foreign: one.foreign,
  };
}

function compareTables(asked: readonly Asked[]): GrowthMeasured[] {
  return asked.flatMap((large) => {
    const small = asked.find((one) => one.size === large.size);
    if (small === undefined || small === large) return [];
    const ratios = large.rounds.map((round, at) => round.ours / (small.rounds[at]?.ours ?? Number.NaN));
    return [{ size: large.size, from: small.table.rows, to: large.table.rows, ratio: median(ratios) }];
  });
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
