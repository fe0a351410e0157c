import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ingest, loadConversations } from "@/lib/bench/load-conversations";
import { measureRecall } from "@/lib/bench/measure-recall";
import { openBench } from "@/lib/bench/open-bench";
import { printRecall } from "@/lib/bench/print-recall";
import { printWrite } from "@/lib/bench/print-write";
import { benchWrite } from "@/lib/bench/write";
import { readEnvironment } from "@/lib/platform/env";

const USAGE = `npm run bench -- recall <folder> [--database <url>] [--zone <zone>] [--every <n>] [--budget <tokens>] [--vectors <file>] [--json <file>]

  <folder>     conversations in LoCoMo's shape, one or several a file; bring your own
  --database   a PostgreSQL server's empty database; else an embedded one in memory
  --zone       whose clock the session dates were read from (UTC)
  --every      only every n-th question (1)
  --budget     tokens for one pack (4000)
  --vectors    a file that keeps the offline embedder's vectors for the next run
  --json       writes every question with what was found

npm run bench -- write [--on server|embedded|both] [--clients 1,8,32] [--seconds <n>] [--rounds <n>]

  the rate of governed writes beside the same rows written by one hand-written call, on a PostgreSQL server started for
  this and on an embedded database`;

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
      vectors: { type: "string" },
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

async function write(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      on: { type: "string", default: "both" },
      clients: { type: "string", default: "1,8,32" },
      seconds: { type: "string", default: "4" },
      rounds: { type: "string", default: "3" },
    },
  });
  const clients = values.clients.split(",").map(Number);
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
  const on = (["server", "embedded", "both"] as const).find((name) => name === values.on);
  if (!on || !(seconds > 0) || !(rounds >= 1) || !clients.every((n) => Number.isInteger(n) && n > 0)) {
    console.error(USAGE);
    return 2;
  }
  await benchWrite({
    on,
    clients,
    seconds,
    rounds,
    onResult: (describe, measured) => {
      console.log(`\n${describe}`);
      for (const line of printWrite(measured)) console.log(line);
    },
  });
  return 0;
}

const [name, ...args] = process.argv.slice(2);
if (name === "recall") process.exitCode = await recall(args);
else if (name === "write") process.exitCode = await write(args);
else {
  console.error(USAGE);
  process.exitCode = 2;
}
