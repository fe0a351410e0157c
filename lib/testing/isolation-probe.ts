import fc from "fast-check";
import { z } from "zod";
import { holdsScope } from "@/lib/engine/model/principal";
import type { Route } from "@/lib/server/route-handler";
import { type Asker, type House, ID, type IsolationWorld } from "@/lib/testing/isolation-world";

/** What a probe is made of: who asks, after whose, on which route, and how. */
export interface ProbeSeed {
  asker: number;
  target: number;
  route: number;
  /** Picks among several ids of the target. */
  which: number;
  /** Where a path id may be one's own: then what is foreign stands in the query or the body. */
  ownPath: boolean;
  /** Which of several wordings a question takes. */
  wording: number;
}

export interface Request {
  method: string;
  path: string;
  body: unknown;
}

export interface Probe {
  route: Route;
  asker: Asker;
  target: House;
  /** Names things of the target … */
  foreign: Request;
  /** … and the same with things that nobody has. */
  missing: Request;
}

const NO_MARK = "mark000x";
const NO_NAME = "nobody's";
const NO_TAIL = "0".repeat(26);

/** Seeds in a fixed order: the same probes on every run. */
export function sampleProbes(count: number, world: IsolationWorld, routes: readonly Route[]): ProbeSeed[] {
  const below = (n: number) => fc.integer({ min: 0, max: n - 1 });
  const seed = fc.record({
    asker: below(world.askers.length),
    target: below(world.houses.length),
    route: fc.oneof(
      { weight: 5, arbitrary: below(routes.length) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(...routes.flatMap((route, i) => (returnsMany(route) ? [i] : []))),
      },
    ),
    which: below(64),
    ownPath: fc.boolean(),
    wording: below(4),
  });
  return fc.sample(seed, { seed: 20_261_201, numRuns: count });
}

const returnsMany = (route: Route) => route.method === "GET" && !route.path.includes("{");

/** @throws Error when a route has a field that nobody taught it to fill: then teach it, below */
export function makeProbe(seed: ProbeSeed, world: IsolationWorld, routes: readonly Route[]): Probe | null {
  const asker = world.askers[seed.asker] as Asker;
  const target = world.houses[seed.target] as House;
  const route = routes[seed.route] as Route;
  const held = asker.tenantId === target.tenantId && holdsScope(asker.scopes, target.scope);
  if (held) return null;
  // Whoever holds all people may look after any, known or not.
  if (route.path.startsWith("/subjects/") && holdsScope(asker.scopes, toPerson(target.scope))) return null;
  // The same scope name in another tenant is the asker's own place when it stands in a request.
  const ownName = holdsScope(asker.scopes, target.scope);
  const fill = (side: "foreign" | "missing"): Request => {
    const filler = createFiller(side, target, asker, seed, ownName);
    const [noun = ""] = route.path.slice(1).split("/");
    let path: string = route.path.replace(/\{\w+\}/g, () => encodeURIComponent(filler.pathId(noun)));
    // Which optional fields are filled follows the wording: few shapes, many things to name in them.
    const optional = { bits: 977 * (seed.wording + 1) + seed.route };
    if (route.query) {
      const query = fillFields(route.query, route, optional, filler.field);
      const text = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, String(value)]),
      ).toString();
      if (text !== "") path += `?${text}`;
    }
    const body = route.body ? fillFields(route.body, route, optional, filler.field) : undefined;
    return { method: route.method, path, body };
  };
  return { route, asker, target, foreign: fill("foreign"), missing: fill("missing") };
}

function fillFields(
  schema: z.ZodType,
  route: Route,
  optional: { bits: number },
  field: (name: string, route: Route) => unknown,
): Record<string, unknown> {
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const required = new Set(shape.required ?? []);
  const filled: Record<string, unknown> = {};
  for (const name of Object.keys(shape.properties ?? {})) {
    optional.bits = (Math.imul(optional.bits, 1_103_515_245) + 12_345) >>> 1;
    const wanted = required.has(name) || (optional.bits >>> 9) % 3 === 0;
    const value = wanted || ALWAYS.has(`${route.operationId}.${name}`) ? field(name, route) : undefined;
    if (value !== undefined) filled[name] = value;
  }
  return filled;
}

/** Optional, but without them the request means nothing, or something is really done. */
const ALWAYS = new Set(["requestDeletion.dry_run", "retrieve.query", "explainAbsence.memory_id"]);

function createFiller(
  side: "foreign" | "missing",
  target: House,
  asker: Asker,
  seed: ProbeSeed,
  ownName: boolean,
) {
  const foreign = side === "foreign";
  const mark = foreign ? target.mark : NO_MARK;
  const type = target.scope.slice(0, target.scope.indexOf(":"));
  const scope = foreign || ownName ? target.scope : `${type}:${NO_NAME}`;
  const idOf = (prefix: string): string => {
    const known = target.ids.get(prefix) ?? [];
    return foreign && known.length > 0
      ? (known[seed.which % known.length] as string)
      : `${prefix}_${NO_TAIL}`;
  };
  // Its words only: those of a scope's name are words of one's own texts as well, and count like any.
  const question = [`banner ${mark}`, mark, `the owner of ${mark}`, `teal ${mark} habit deadline`][
    seed.wording
  ] as string;
  const subject = [`entity:${mark}`, scope, mark, `nick ${mark}`][seed.wording] as string;
  const values: Record<string, () => unknown> = {
    scope: () => scope,
    scopes: () => [scope],
    subject: () => subject,
    entities: () => [`entity:${mark}`, `nick ${mark}`],
    predicate: () => "owner",
    q: () => question,
    query: () => question,
    task_type: () => mark,
    topic: () => `topic ${mark}`,
    agent: () => idOf("agt"),
    memory: () => idOf("mem"),
    memory_id: () => idOf("mem"),
    keep: () => idOf("mem"),
    used: () => [{ memory_id: idOf("mem"), outcome: "helped" }],
    session_id: () => `talk ${mark}`,
    text: () => `Remember that the banner is ${mark}.`,
    value: () => mark,
    statement: () => `The banner is ${mark}`,
    source: () => ({ type: "user_confirmation", ref: `ref ${mark}` }),
    events: () => [
      {
        type: "message",
        actor: "user",
        scope,
        source: { type: "user_statement" },
        content: `banner ${mark}`,
      },
    ],
    alias: () => `name of ${mark}`,
    selector: () =>
      [
        { memory_ids: [idOf("mem")] },
        { scope, topic: `topic ${mark}` },
        { subject: `entity:${mark}` },
        { agent: idOf("agt"), predicate: "banner" },
      ][seed.wording],
    dry_run: () => true,
    reason: () => "a probe",
    decision: () => "merge",
    topics: () => [],
    kind: () => "semantic",
    intent: () =>
      ["recover_decision", "recall_episode", "resolve_conflict", "recover_preference"][seed.wording],
    k: () => 200,
    token_budget: () => 100_000,
    include_superseded: () => true,
    include_archived: () => true,
    known_at: () => undefined,
    valid_at: () => undefined,
    limit: () => 100,
    wait: () => "committed",
    extract: () => "none",
    memory_ids: () => [idOf("mem")],
  };
  return {
    pathId(noun: string): string {
      if (noun === "subjects") return toPerson(scope);
      if (noun === "runs") return scope.slice(scope.indexOf(":") + 1);
      if (noun === "retrievals" && seed.ownPath) return asker.retrievalId;
      const prefix = PREFIXES[noun];
      if (prefix === undefined) throw new Error(`teach isolation-probe.ts which ids /${noun} takes`);
      return idOf(prefix);
    },
    field(name: string, route: Route): unknown {
      // Words of one's own that go into one's own memory are no probe: it is the place that is foreign.
      if (WRITES.has(route.operationId) && name === "scope" && ownName) return "org:not-held";
      if (WRITES.has(route.operationId) && name === "events" && ownName) return undefined;
      return (values[`${route.operationId}.${name}`] ?? values[name])?.();
    },
  };
}

const toPerson = (scope: string) => `user:${scope.slice(scope.indexOf(":") + 1)}`;

const WRITES = new Set(["remember", "rememberWords", "recordEvents", "addAlias"]);

const PREFIXES: Record<string, string> = {
  memories: "mem",
  events: "evt",
  retrievals: "ret",
  deletions: "del",
  approvals: "apr",
  quarantine: "qua",
  conflicts: "con",
  aliases: "ali",
  duplicates: "dup",
  "blocked-sources": "blk",
  exports: "exp",
  holds: "hld",
};

/** What two answers must have in common: all but ids, instants, durations, and the scope that a refusal repeats. */
export function likeness(text: string): string {
  return (
    text
      .replace(ID, "<id>")
      .replace(/(does not hold the scope ).*?(?=\.","request_id)/g, "$1<named>")
      // An export says of what it is; its digest is that of what it says.
      .replace(/"(subject|digest|sha256)":"(?:[^"\\]|\\.)*"/g, '"$1":0')
      .replace(/"(request_id|took_ms|ms)":("[^"]*"|[\d.]+)/g, '"$1":0')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<at>")
  );
}
