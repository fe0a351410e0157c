import type { Counted } from "@/lib/bench/count-statements";
import { measureRate, type Rate } from "@/lib/bench/measure-rate";
import type { RememberInput } from "@/lib/contracts/memories";
import type { Engine } from "@/lib/engine/engine";
import type { CallContext } from "@/lib/engine/model/context";
import { createId, type IdPrefix } from "@/lib/platform/ids";
import { IDS_OF_ONE_CALL, type OneCall } from "@/lib/testing/write-in-one-call";

export interface WriteBench {
  engine: Engine;
  call: CallContext;
  counted: Counted;
  oneCall: OneCall;
  /** Lets the planner look at the tables, as a server does by itself within a minute. */
  analyse(): Promise<void>;
}

export interface WriteMeasured {
  what: string;
  clients: number;
  /** Of the engine and of the one call; medians of all rounds, per memory written. */
  governed: Rate;
  yardstick: Rate;
  /** Median of the rounds' own ratios. */
  ratio: number;
  statements: number;
  transactions: number;
}

/** Versions of one fact before the next fact's turn: its whole past is read under the lock. */
const VERSIONS = 20;
const BATCH = 500;

let made = 0;
const id = (prefix: IdPrefix) => createId(prefix, new Date());
const idsOfOneCall = () => Array.from({ length: IDS_OF_ONE_CALL }, () => id("mem"));
const sentence = (n: number) => `From now on the deployment of build ${n} goes to the staging cluster first.`;

function remembering(predicate: string, n: number): RememberInput {
  return {
    scope: "project:bench",
    subject: "project:bench",
    predicate,
    value: `staging ${n}`,
    statement: sentence(n),
    source: { type: "user_statement", ref: `message ${n}`, quote: sentence(n) },
    assertion: "explicit",
    wait: "committed",
  };
}

const WORKLOADS = [
  { what: "a new fact", predicate: (n: number) => `fact_${n}` },
  {
    what: "a fact superseded, all clients the same one",
    predicate: (n: number) => `same_${Math.floor(n / VERSIONS)}`,
  },
] as const;

/** Rounds of both, one after the other, so that a machine's mood touches both; the index is not in it. */
export async function measureWrites(
  bench: WriteBench,
  options: { clients: readonly number[]; seconds: number; rounds: number; batches: boolean },
): Promise<WriteMeasured[]> {
  const measured: WriteMeasured[] = [];
  const { engine, call, oneCall } = bench;
  const single = async (predicate: (n: number) => string) => {
    const n = ++made;
    const decision = await engine.remember(call, remembering(predicate(n), n));
    if (decision.outcome !== "committed") throw new Error(`not committed: ${decision.reason_code}`);
  };
  const byHand = (predicate: (n: number) => string) => {
    const n = ++made;
    return oneCall.write(idsOfOneCall(), predicate(n), sentence(n), new Date());
  };
  for (const clients of options.clients) {
    for (const { what, predicate } of WORKLOADS) {
      measured.push(
        await compare(
          bench,
          what,
          clients,
          options,
          1,
          () => single(predicate),
          () => byHand(predicate),
        ),
      );
    }
  }
  if (options.batches) {
    measured.push(
      await compare(
        bench,
        `episodes, ${BATCH} events a call`,
        1,
        { ...options, rounds: 1 },
        BATCH,
        () => engine.recordEvents(call, composeBatch()),
        () => byHand((n) => `episode_${n}`),
      ),
    );
  }
  return measured;
}

function composeBatch() {
  return {
    events: Array.from({ length: BATCH }, () => ({
      type: "message" as const,
      actor: "user" as const,
      scope: "project:bench",
      source: { type: "import" as const },
      content: sentence(++made),
      remember_as: "episode" as const,
    })),
    extract: "none" as const,
    wait: "committed" as const,
  };
}

async function compare(
  bench: WriteBench,
  what: string,
  clients: number,
  options: { seconds: number; rounds: number },
  memoriesPerCall: number,
  governed: () => Promise<unknown>,
  yardstick: () => Promise<unknown>,
): Promise<WriteMeasured> {
  const { seconds } = options;
  await measureRate(clients, seconds / 4, yardstick);
  await measureRate(clients, memoriesPerCall === 1 ? seconds / 4 : 0.001, governed);
  const ours: Rate[] = [];
  const theirs: Rate[] = [];
  bench.counted.take();
  for (let round = 0; round < options.rounds; round += 1) {
    // Without it the yardstick's own plans age with the tables, and flatter us.
    await bench.analyse();
    theirs.push(await measureRate(clients, seconds, yardstick));
    const rate = await measureRate(clients, seconds, governed);
    ours.push({ ...rate, done: rate.done * memoriesPerCall, perSecond: rate.perSecond * memoriesPerCall });
  }
  const { statements, transactions } = bench.counted.take();
  const written = ours.reduce((total, rate) => total + rate.done, 0);
  return {
    what,
    clients,
    governed: middle(ours, (rate) => rate.perSecond),
    yardstick: middle(theirs, (rate) => rate.perSecond),
    ratio: middle(
      ours.map((rate, round) => rate.perSecond / (theirs[round]?.perSecond ?? Number.NaN)),
      (ratio) => ratio,
    ),
    statements: statements / written,
    transactions: transactions / written,
  };
}

function middle<T>(items: readonly T[], by: (item: T) => number): T {
  const sorted = [...items].sort((a, b) => by(a) - by(b));
  return sorted[Math.floor((sorted.length - 1) / 2)] as T;
}
