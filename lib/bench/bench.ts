import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { benchEmbed, benchIndexing } from "@/lib/bench/embed";
import { benchCrash } from "@/lib/bench/crash";
import { mutateDefences, printMutation } from "@/lib/bench/mutate-defences";
import { listMutations } from "@/lib/bench/list-mutations";
import { loadCases, measureDetection, printDetection } from "@/lib/bench/measure-detection";
import { openBench } from "@/lib/bench/open-bench";
import { benchPages, PAGES_USAGE } from "@/lib/bench/pages";
import { benchPoison } from "@/lib/bench/poison";
import { printWrite } from "@/lib/bench/print-write";
import { benchRecall, RECALL_USAGE } from "@/lib/bench/recall";
import { benchRetrieve, RETRIEVE_USAGE } from "@/lib/bench/retrieve";
import { benchWrite } from "@/lib/bench/write";
import { readEnvironment } from "@/lib/platform/env";

const USAGE = `${RECALL_USAGE}

${RETRIEVE_USAGE}

${PAGES_USAGE}

npm run bench -- write [--on server|embedded|both] [--clients 1,8,32] [--seconds <n>] [--rounds <n>]

  the rate of governed writes beside the same rows written by one hand-written call, on a PostgreSQL server started for
  this and on an embedded database

npm run bench -- poison <folder> [--database <url>]

  what attacks on the memory reach through an agent that obeys them, and how many harmless texts are refused; the folder
  holds poison-writes.json, bipia-text-attacks.json and benign-with-trigger-words.json

npm run bench -- detect <folder> [--show]

  secrets and personal data found and wrongly found, kind by kind, in JSON lists of cases ({type, text, expect, value},
  {entity, text, expected_count}, {rule, text_rot13, expect}); bring your own

npm run bench -- embed [--seconds <n>]

  texts a second of the offline model in each runtime that is there, and of the model that is configured; then memories
  recorded and indexed a second on an embedded database

npm run bench -- mutate [--defences] [--only <part of a name>]

  what gets in when one gate is taken away, gate by gate; with --defences, each defence of the write path is taken out of
  a copy of the sources and its tests are run: ends with 1 when no test misses one

npm run bench -- crash [--on server|embedded|both] [--rounds <n>] [--per-point <n>]

  kills a server again and again, at any moment under four writers and at each point of a write, and looks at what is
  left; ends with 1 when something was lost or done twice`;

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

async function poison(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { database: { type: "string" } },
  });
  const [folder] = positionals;
  if (folder === undefined) {
    console.error(USAGE);
    return 2;
  }
  const bench = await openBench(values.database === undefined ? {} : { url: values.database });
  try {
    console.log(bench.describe);
    const from = readEnvironment().INIT_CWD ?? ".";
    for (const line of await benchPoison(bench, resolve(from, folder))) console.log(line);
    return 0;
  } finally {
    await bench.close();
  }
}

async function detect(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { show: { type: "boolean", default: false } },
  });
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) {
    return explain();
  }
  const cases = await loadCases(resolve(readEnvironment().INIT_CWD ?? ".", folder));
  for (const line of printDetection(measureDetection(cases), values)) console.log(line);
  return 0;
}

async function embed(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { seconds: { type: "string", default: "2" } } });
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) return explain();
  await benchEmbed(seconds, (line) => console.log(line));
  await benchIndexing(400, (line) => console.log(line));
  return 0;
}

async function mutate(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { defences: { type: "boolean", default: false }, only: { type: "string" } },
  });
  for (const line of listMutations()) console.log(line);
  if (!values.defences && values.only === undefined) return 0;
  const rows = await mutateDefences(
    ({ name }) => values.only === undefined || name.includes(values.only),
    (row) => console.log(printMutation(row)),
  );
  const green = rows.filter((row) => !row.red).length;
  console.log(`${rows.length} defences taken away, ${green} that no test misses (must be 0)`);
  return green === 0 ? 0 : 1;
}

async function crash(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      on: { type: "string", default: "both" },
      rounds: { type: "string", default: "20" },
      "per-point": { type: "string", default: "5" },
    },
  });
  const [rounds, perPoint] = [Number(values.rounds), Number(values["per-point"])];
  const on = (["server", "embedded", "both"] as const).find((name) => name === values.on);
  if (!on || !(rounds >= 0) || !(perPoint >= 0)) {
    console.error(USAGE);
    return 2;
  }
  let wrong = 0;
  await benchCrash({
    on,
    rounds,
    perPoint,
    onResult: (what, report) => {
      wrong += report.problems.length;
      const { acknowledged, sentAgain } = report;
      console.log(`${what}: ${report.rounds} deaths, ${acknowledged} acknowledged, ${sentAgain} sent again`);
      for (const problem of report.problems) console.log(`  ${problem}`);
    },
  });
  return wrong > 0 ? 1 : 0;
}

const [name, ...args] = process.argv.slice(2);
if (name === "recall") process.exitCode = (await benchRecall(args)) ?? explain();
else if (name === "retrieve") process.exitCode = (await benchRetrieve(args)) ?? explain();
else if (name === "pages") process.exitCode = (await benchPages(args)) ?? explain();
else if (name === "poison") process.exitCode = await poison(args);
else if (name === "write") process.exitCode = await write(args);
else if (name === "detect") process.exitCode = await detect(args);
else if (name === "embed") process.exitCode = await embed(args);
else if (name === "mutate") process.exitCode = await mutate(args);
else if (name === "crash") process.exitCode = await crash(args);
else process.exitCode = explain();

function explain(): number {
  console.error(USAGE);
  return 2;
}
