import { CHANNELS } from "@/lib/contracts/choices";
import type { Replay, ReplayedLine } from "@/lib/contracts/replays";
import type { Parts } from "@/lib/contracts/retrievals";
import type { StoredTrace } from "@/lib/engine/model/stored-trace";

/** Scores are sums of floating numbers: below this they are the same. */
const EQUAL = 1e-9;

/** Step by step where the second of two traces of one question differs from the first. Pure. */
export function compareTraces(
  recorded: StoredTrace,
  replayed: StoredTrace,
): Pick<Replay, "same" | "stages" | "filter" | "channels" | "candidates" | "pack" | "degraded"> {
  const differences = {
    stages: compareStages(recorded, replayed),
    filter: compareFilters(recorded, replayed),
    channels: compareChannels(recorded, replayed),
    candidates: compareCandidates(recorded, replayed),
    pack: comparePacks(recorded, replayed),
    degraded: { recorded: recorded.degraded, replayed: replayed.degraded },
  };
  const { pack, degraded } = differences;
  const same =
    [differences.stages, differences.filter, differences.channels, differences.candidates].every(
      (list) => list.length === 0,
    ) &&
    [pack.entered, pack.left, pack.moved].every((list) => list.length === 0) &&
    pack.tokens.recorded.budget === pack.tokens.replayed.budget &&
    pack.tokens.recorded.used === pack.tokens.replayed.used &&
    degraded.recorded.join() === degraded.replayed.join();
  return { same, ...differences };
}

/** Use comes after a pack and is no part of making it. */
function compareStages(recorded: StoredTrace, replayed: StoredTrace): Replay["stages"] {
  return recorded.stages.flatMap(({ stage, in: into, out }) => {
    const other = replayed.stages.find((one) => one.stage === stage);
    if (stage === "use" || !other || (other.in === into && other.out === out)) return [];
    return [{ stage, recorded: { in: into, out }, replayed: { in: other.in, out: other.out } }];
  });
}

function compareFilters(recorded: StoredTrace, replayed: StoredTrace): Replay["filter"] {
  const [before, after] = [fatesOf(recorded), fatesOf(replayed)];
  // What is named on neither list has passed or was never there: the lists do not say which.
  const named = new Set([...rejectsOf(recorded), ...rejectsOf(replayed)]);
  return [...named].flatMap((id) => {
    const [was, is] = [before.get(id) ?? "unseen", after.get(id) ?? "unseen"];
    return was === is ? [] : [{ memory_id: id, recorded: was, replayed: is }];
  });
}

function rejectsOf(trace: StoredTrace): string[] {
  return trace.rejects.map((reject) => reject.memory_id);
}

function fatesOf(trace: StoredTrace): Map<string, string> {
  return new Map([
    ...trace.rejects.map((reject) => [reject.memory_id, reject.reason_code] as const),
    ...trace.candidates.map((line) => [line.memory_id, "passed"] as const),
  ]);
}

function compareChannels(recorded: StoredTrace, replayed: StoredTrace): Replay["channels"] {
  return CHANNELS.flatMap((channel) => {
    const [was, is] = [recorded.channel_states[channel], replayed.channel_states[channel]];
    if (!was || !is || (was.state === is.state && was.found === is.found)) return [];
    return [
      {
        channel,
        recorded: { state: was.state, found: was.found },
        replayed: { state: is.state, found: is.found },
      },
    ];
  });
}

function compareCandidates(recorded: StoredTrace, replayed: StoredTrace): Replay["candidates"] {
  const [before, after] = [linesOf(recorded), linesOf(replayed)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [was, is] = [before.get(id) ?? null, after.get(id) ?? null];
    if (was !== null && is !== null && isSameLine(was, is)) return [];
    return [
      {
        memory_id: id,
        recorded: was,
        replayed: is,
        gained: was === null || is === null ? null : gainOf(was, recorded.weights, is, replayed.weights),
      },
    ];
  });
}

function linesOf(trace: StoredTrace): Map<string, ReplayedLine> {
  return new Map(
    trace.candidates.map(({ memory_id: id, used: _used, ...line }, index) => [
      id,
      { ...line, rank: index + 1 },
    ]),
  );
}

function isSameLine(a: ReplayedLine, b: ReplayedLine): boolean {
  const near = (x: number, y: number) => Math.abs(x - y) <= EQUAL;
  return (
    a.rank === b.rank &&
    a.outcome === b.outcome &&
    a.reason_code === b.reason_code &&
    a.by === b.by &&
    a.position === b.position &&
    a.tokens === b.tokens &&
    near(a.score, b.score) &&
    near(a.rrf, b.rrf) &&
    (["R", "I", "T", "P"] as const).every((part) => near(a.parts[part], b.parts[part])) &&
    CHANNELS.every((name) => a.channels[name]?.rank === b.channels[name]?.rank)
  );
}

/** Weighted contributions, so that a change of weights and one of parts are told in the same measure. */
function gainOf(was: ReplayedLine, before: Parts, is: ReplayedLine, after: Parts) {
  const of = (part: keyof Parts) => after[part] * is.parts[part] - before[part] * was.parts[part];
  return { score: is.score - was.score, R: of("R"), I: of("I"), T: of("T"), P: of("P") };
}

function comparePacks(recorded: StoredTrace, replayed: StoredTrace): Replay["pack"] {
  const places = (trace: StoredTrace) =>
    new Map(trace.pack.items.map((item) => [item.memory_id, item.position]));
  const [before, after] = [places(recorded), places(replayed)];
  return {
    entered: [...after.keys()].filter((id) => !before.has(id)),
    left: [...before.keys()].filter((id) => !after.has(id)),
    moved: [...after].flatMap(([id, to]) => {
      const from = before.get(id);
      return from === undefined || from === to ? [] : [{ memory_id: id, from, to }];
    }),
    tokens: {
      recorded: { budget: recorded.pack.budget, used: recorded.pack.used },
      replayed: { budget: replayed.pack.budget, used: replayed.pack.used },
    },
  };
}
