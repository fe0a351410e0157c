import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ingest, loadConversations } from "@/lib/bench/load-conversations";
import { measureRecall } from "@/lib/bench/measure-recall";
import { openBench } from "@/lib/bench/open-bench";
import { printRecall } from "@/lib/bench/print-recall";
import { readEnvironment } from "@/lib/platform/env";

const USAGE = `npm run bench -- recall <folder> [--database <url>] [--zone <zone>] [--every <n>] [--budget <tokens>] [--json <file>]

  <folder>     conversations in LoCoMo's shape, one or several a file; bring your own
  --database   a PostgreSQL server's empty database; else an embedded one in memory
  --zone       whose clock the session dates were read from (UTC)
  --every      only every n-th question (1)
  --budget     tokens for one pack (4000)
  --json       writes every question with what was found`;

async function recall(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      database: { type: "string" },
      zone: { type: "string", default: "UTC" },
      every: { type: "string", default: "1" },
      budget: { type: "string", default: "4000" },
      json: { type: "string" },
    },
  });
  const [folder, ...rest] = positionals;
  const every = Number(values.every);
  const budget = Number(values.budget);
  if (folder === undefined || rest.length > 0 || !(every >= 1) || !(budget >= 64)) {
    console.error(USAGE);
    return 2;
  }
  const from = readEnvironment().INIT_CWD ?? ".";
  const conversations = await loadConversations(resolve(from, folder), values.zone);
  const bench = await openBench(values.database);
  try {
    console.log(`${bench.describe}; ${conversations.length} conversations`);
    const written = await ingest(bench.engine, bench.call, conversations, (done, total) => {
      if (done % 500 === 0 || done === total) console.log(`  ${done} of ${total} turns`);
    });
    const rate = (ms: number) => Math.round((1000 * written.events) / Math.max(1, ms));
    console.log(
      `Written: ${rate(written.writeMs)} events a second. Indexed: ${rate(written.indexMs)} memories a second.`,
    );
    const measured = await measureRecall(bench.engine, bench.call, conversations, written.turnOf, {
      every,
      budget,
      onProgress: (done, total) => console.log(`  ${done} of ${total} questions`),
    });
    for (const line of printRecall(measured)) console.log(line);
    if (values.json) await writeFile(resolve(from, values.json), JSON.stringify(measured, null, 1));
    return 0;
  } finally {
    await bench.close();
  }
}

const [name, ...args] = process.argv.slice(2);
if (name === "recall") process.exitCode = await recall(args);
else {
  console.error(USAGE);
  process.exitCode = 2;
}
