import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ablateRecall } from "@/lib/bench/ablate-recall";
import { measureTimes } from "@/lib/bench/ask-about-times";
import { ingest, loadConversations } from "@/lib/bench/load-conversations";
import { loadMemdaily } from "@/lib/bench/load-memdaily";
import { measureRecall } from "@/lib/bench/measure-recall";
import { openBench } from "@/lib/bench/open-bench";
import { printAblation, printHits, printRecall, printTimes } from "@/lib/bench/print-recall";
import { readEnvironment } from "@/lib/platform/env";

export const RECALL_USAGE = `npm run bench -- recall <folder> [--memdaily] [--database <url>] [--zone <zone>] [--every <n>] [--budget <tokens>]
                              [--ablate <n>] [--vectors <file>] [--json <file>]

  <folder>     conversations in LoCoMo's shape, one or several a file; bring your own
  --memdaily   the folder holds short Chinese histories in MemDaily's shape instead
  --database   a PostgreSQL server's empty database; else an embedded one in memory
  --zone       whose clock the session dates were read from (UTC)
  --every      only every n-th question (1); 0: only the questions about times
  --budget     tokens for one pack (4000)
  --ablate     every n-th question again with each piece of evidence taken away, and by baselines
  --vectors    a file that keeps the offline embedder's vectors for the next run
  --json       writes every question with what was found`;

/** @returns the exit code; null when the arguments say nothing that can be run */
export async function benchRecall(args: string[]): Promise<number | null> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      memdaily: { type: "boolean", default: false },
      database: { type: "string" },
      zone: { type: "string", default: "UTC" },
      every: { type: "string", default: "1" },
      budget: { type: "string", default: "4000" },
      ablate: { type: "string", default: "0" },
      vectors: { type: "string" },
      json: { type: "string" },
    },
  });
  const [folder, ...rest] = positionals;
  const [every, budget, ablate] = [Number(values.every), Number(values.budget), Number(values.ablate)];
  if (folder === undefined || rest.length > 0 || !(every >= 0) || !(budget >= 64) || !(ablate >= 0))
    return null;
  const from = readEnvironment().INIT_CWD ?? ".";
  const path = resolve(from, folder);
  const conversations = values.memdaily
    ? await loadMemdaily(path)
    : await loadConversations(path, values.zone);
  const bench = await openBench({
    ...(values.database && { url: values.database }),
    ...(values.vectors && { vectors: resolve(from, values.vectors) }),
  });
  try {
    console.log(`${bench.describe}; ${conversations.length} conversations`);
    const written = await ingest(bench.engine, bench.call, conversations, (done, total) => {
      if (done % 500 === 0 || done === total) console.log(`  ${done} of ${total} turns`);
    });
    const rate = (ms: number) => Math.round((1000 * written.events) / Math.max(1, ms));
    console.log(
      `Written: ${rate(written.writeMs)} events a second. Indexed: ${rate(written.indexMs)} memories a second.`,
    );
    const print = (lines: readonly string[]) => {
      for (const line of lines) console.log(line);
    };
    if (!values.memdaily) {
      print(printTimes(await measureTimes(bench.engine, bench.call, conversations, written.turnOf)));
    }
    if (every > 0) {
      const measured = await measureRecall(bench.engine, bench.call, conversations, written.turnOf, {
        every,
        budget,
        onProgress: (done, total) => console.log(`  ${done} of ${total} questions`),
      });
      print(values.memdaily ? printHits(measured) : printRecall(measured));
      if (values.json) await writeFile(resolve(from, values.json), JSON.stringify(measured, null, 1));
    }
    if (ablate > 0) print(printAblation(await ablateRecall(bench, conversations, written.turnOf, ablate)));
    return 0;
  } finally {
    await bench.close();
  }
}
