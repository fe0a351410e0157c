import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type FilledTable, measureRetrieve, type Question } from "@/lib/bench/measure-retrieve";
import { openBench } from "@/lib/bench/open-bench";
import { printRetrieve } from "@/lib/bench/print-retrieve";
import { DEFAULT_RETRIEVAL_POLICY } from "@/lib/engine/policy/retrieval-policy";
import type { Embedder } from "@/lib/engine/ports";
import { type DatabaseLocation, openDatabase } from "@/lib/store/client";
import { arrangeNearIndexes } from "@/lib/store/search/arrange-near-indexes";
import { NEAR_FROM } from "@/lib/store/search/near-index";
import { startCluster } from "@/lib/testing/cluster.mjs";
import { createDraw, createVectors, fillScopes, inventWords } from "@/lib/testing/fill-scopes";
import { countForeign, listNearest, settleStatistics } from "@/lib/testing/look-at-scopes";
import { openByHandEmbedded, openByHandOnServer } from "@/lib/testing/search-by-hand";
import { databaseUrl, runAsOwner } from "@/lib/testing/server-databases";

export const RETRIEVE_USAGE = `npm run bench -- retrieve [--on server|embedded|both] [--rows <n,…>] [--scopes <n,…>] [--rounds <n>] [--seconds <n>]

  a retrieval with its durable trace, the embedding left out, beside one hand-written statement on the same rows, in
  scopes of given sizes; its growth from a small table to a large one; what the vectors' channel finds of the nearest

  --rows       memories in each table (10000,1000000 on a server; 10000 embedded)
  --scopes     memories in the scopes that are asked (100,1000,10000), as far as a table holds them`;

const MODEL = "bench-512@1";
const DIMENSIONS = 512;
const QUESTIONS = 24;
/** Rows go in by portions of every scope in turn: in use, too, a scope's rows lie among others'. */
const PORTIONS = 20;
/** Scopes beside the asked ones have this many memories. */
const USUAL_SCOPE = 500;

/** @returns the exit code; null when the arguments say nothing that can be run */
export async function benchRetrieve(args: string[]): Promise<number | null> {
  const { values } = parseArgs({
    args,
    options: {
      on: { type: "string", default: "both" },
      rows: { type: "string" },
      scopes: { type: "string", default: "100,1000,10000" },
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "2" },
    },
  });
  const list = (text: string) => text.split(",").map(Number);
  const [rows, sizes] = [values.rows === undefined ? null : list(values.rows), list(values.scopes)];
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const whole = [...(rows ?? []), ...sizes].every((n) => Number.isInteger(n) && n > 0);
  const on = (["server", "embedded", "both"] as const).find((name) => name === values.on);
  if (!on || !whole || !(rounds >= 1) || !(seconds > 0)) return null;
  const print = (line: string) => console.log(line);
  if (on !== "embedded") {
    const cluster = await startCluster({ durable: true });
    try {
      await run({ rows: rows ?? [10_000, 1_000_000], sizes, rounds, seconds, print }, async (name) => {
        await runAsOwner(cluster.ownerUrl, `CREATE DATABASE ${name}`);
        const url = databaseUrl(cluster.ownerUrl, name);
        const appUrl = databaseUrl(cluster.appUrl ?? cluster.ownerUrl, name);
        return { kind: "server", url, appUrl, connections: 4 };
      });
    } finally {
      cluster.stop();
    }
  }
  if (on !== "server") {
    const folder = await mkdtemp(join(tmpdir(), "keepsake-bench-"));
    try {
      await run({ rows: rows ?? [10_000], sizes, rounds, seconds, print }, async (name) => ({
        kind: "embedded",
        dataDir: join(folder, name),
      }));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return 0;
}

interface RunOptions {
  rows: readonly number[];
  sizes: readonly number[];
  rounds: number;
  seconds: number;
  print(line: string): void;
}

async function run(options: RunOptions, locate: (name: string) => Promise<DatabaseLocation>): Promise<void> {
  const draw = createDraw(7);
  const words = inventWords(4_000);
  const nextVector = createVectors(DIMENSIONS, draw);
  const questions = Array.from({ length: QUESTIONS }, (): Question => {
    const pick = () => words[Math.floor(draw() ** 2 * words.length)];
    return { text: Array.from({ length: 6 }, pick).join(" "), vector: nextVector() };
  });
  const closing: (() => Promise<void>)[] = [];
  try {
    const tables: FilledTable[] = [];
    for (const rows of options.rows) {
      const location = await locate(`rows_${rows}`);
      const table = await openTable(rows, options, location, { words, nextVector, questions, closing });
      tables.push(table);
    }
    for (const line of printRetrieve(await measureRetrieve(tables, questions, options), NEAR_FROM))
      options.print(line);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

interface Material {
  words: readonly string[];
  nextVector(): number[];
  questions: readonly Question[];
  closing: (() => Promise<void>)[];
}

async function openTable(
  rows: number,
  options: RunOptions,
  location: DatabaseLocation,
  { words, nextVector, questions, closing }: Material,
): Promise<FilledTable> {
  const database = await openDatabase(location);
  closing.push(() => database.close());
  const bench = await openBench({ database, embedder: answerFrom(questions) });
  closing.push(() => bench.close());
  const { tenantId } = bench.call.principal;
  const sizes = [...new Set(options.sizes)].filter((size) => size <= rows);
  const scopes = new Map(sizes.map((size) => [size, `project:s${size}`]));
  const others = Math.max(0, rows - sizes.reduce((sum, size) => sum + size, 0));
  const text = (vector: readonly number[]) => `[${vector.join(",")}]`;
  const shared = Array.from({ length: 500 }, () => text(nextVector()));
  options.print(`Filling ${rows} rows …`);
  const filling = { tenantId, model: MODEL, words, kind: "semantic" as const };
  for (let portion = 0; portion < PORTIONS; portion += 1) {
    for (const [size, scope] of scopes) {
      const memories =
        Math.floor((size * (portion + 1)) / PORTIONS) - Math.floor((size * portion) / PORTIONS);
      const vectors = Array.from({ length: memories }, () => text(nextVector()));
      await fillScopes(database, { ...filling, scopes: [scope], memories, vectors });
    }
    const memories = Math.floor(others / PORTIONS);
    if (memories > 0)
      await fillScopes(database, { ...filling, scopes: nameOthers(others), memories, vectors: shared });
  }
  await settleStatistics(database, location);
  await arrangeNearIndexes(database, tenantId);
  const big = new Set([...scopes].filter(([size]) => size >= NEAR_FROM).map(([, scope]) => scope));
  const byHand =
    location.kind === "server"
      ? await openByHandOnServer(location.appUrl ?? location.url, tenantId, MODEL, big)
      : openByHandEmbedded(database, tenantId, MODEL, big);
  closing.push(() => byHand.close());
  options.print(`${bench.describe}, ${rows} rows`);
  return {
    rows,
    engine: bench.engine,
    call: bench.call,
    byHand,
    scopes,
    nearest: (scope, vector, count) =>
      listNearest(database, { tenantId, model: MODEL, scope, vector, count, floor: VECTOR_FLOOR }),
    countForeign: (scope, ids) => countForeign(database, tenantId, scope, ids),
  };
}

/** Names that a careless comparison would take for the asked ones: what one begins, another ends; `%` and `_` match anything. */
function nameOthers(memories: number): string[] {
  const traps = [
    "project:s1",
    "project:s10",
    "project:s%",
    "project:s_00",
    "project:s100%",
    "project:s1000_",
    "project:S100",
  ];
  const count = Math.max(traps.length, Math.ceil(memories / USUAL_SCOPE));
  return Array.from({ length: count }, (_, at) => traps[at] ?? `project:other ${at}`);
}

/** The model is not what is measured: its answers are known beforehand. */
function answerFrom(questions: readonly Question[]): Embedder {
  const vectors = new Map(questions.map(({ text, vector }) => [text, vector]));
  return {
    model: MODEL,
    dimensions: DIMENSIONS,
    profile: { denseWeight: 0.2, languages: ["en"] },
    embed: async (texts) => texts.map((text) => [...(vectors.get(text) ?? [])]),
  };
}

const VECTOR_FLOOR = DEFAULT_RETRIEVAL_POLICY.vectorFloor;
