import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEngine } from "@/lib/engine/create-engine";
import type { Engine } from "@/lib/engine/engine";
import type { CallContext } from "@/lib/engine/model/context";
import { type Database, openDatabase } from "@/lib/store/client";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

let world: TestEngine;
let database: Database;
/** Forty connections: as many writers really stand in the database at once. */
let engine: Engine;

beforeAll(async () => {
  world = await openTestEngine();
  const { owner = "", app } = world.urls ?? {};
  database = await openDatabase({ kind: "server", url: owner, ...(app && { appUrl: app }), connections: 40 });
  engine = createEngine(database, { ...world.ports, clock: { now: () => new Date() } });
});
afterAll(async () => {
  await database?.close();
  await world?.close();
});

const SCOPE = "project:a";
const newAgent = async () => agentCall(await world.createTenant(), [SCOPE]);
const remember = (call: CallContext, predicate: string, value: string) =>
  engine.remember(call, {
    scope: SCOPE,
    subject: SCOPE,
    predicate,
    value,
    source: { type: "internal_tool", ref: value },
    wait: "committed",
  });

const ROUNDS = 10;
const WRITERS = 200;

test("200 writers at once on one fact, ten times: one in force, versions without a gap, none lost", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const call = await newAgent();
    const decisions = await Promise.all(
      Array.from({ length: WRITERS }, (_, n) => remember(call, "database", `value ${n}`)),
    );
    expect(decisions.every(({ outcome }) => outcome === "committed")).toBe(true);
    const { items, periods } = await engine.getHistory(call, decisions[0]?.memory?.memory_id ?? "");
    expect(items.map(({ revision }) => revision)).toEqual(
      Array.from({ length: WRITERS }, (_, n) => WRITERS - n),
    );
    expect(new Set(items.map(({ value }) => value)).size).toBe(WRITERS);
    expect(items.filter(({ status }) => status === "active")).toHaveLength(1);
    expect(periods.filter((one) => one.retired_at === null && one.valid_to === null)).toHaveLength(1);
  }
}, 300_000);

test("batches that lock the same facts in opposite orders all come through", async () => {
  const call = await newAgent();
  const names = Array.from({ length: 12 }, (_, n) => `fact_${n}`);
  const record = (lane: number) => {
    const order = lane % 2 === 0 ? names : [...names].reverse();
    return engine.recordEvents(call, {
      events: order.map((predicate) => ({
        type: "tool_result" as const,
        actor: "tool" as const,
        scope: SCOPE,
        source: { type: "internal_tool" as const },
        content: `lane ${lane}`,
        candidates: [
          {
            scope: SCOPE,
            subject: SCOPE,
            predicate,
            value: `lane ${lane}`,
            source: { type: "internal_tool" as const },
          },
        ],
      })),
      extract: "none",
      wait: "committed",
    });
  };
  const answers = await Promise.all(Array.from({ length: 6 }, (_, lane) => record(lane)));
  const decisions = answers.flatMap(({ results }) => results.flatMap((one) => one.decisions));
  expect(decisions).toHaveLength(6 * names.length);
  expect(decisions.every(({ outcome }) => outcome === "committed")).toBe(true);
  const list = await engine.listMemories(call, { scope: SCOPE, status: "active", limit: 100 });
  expect(list.items).toHaveLength(names.length);
}, 300_000);

interface Seen {
  wrote: number;
  read: number;
  anomalies: string[];
}

/**
 * Sixteen clients write, read, withdraw and send again on a few facts for some seconds. Each keeps what it was told;
 * what it reads later must be at least as new as what it was acknowledged before it asked.
 */
test("no reader sees less than was acknowledged to it, and never two in force", async () => {
  const call = await newAgent();
  const predicates = ["a", "b", "c", "d"];
  const seen: Seen = { wrote: 0, read: 0, anomalies: [] };
  /** The newest revision of each fact that anybody was told of. */
  const acknowledged = new Map<string, number>();
  const effects = new Map<string, Set<string>>();
  const until = Date.now() + 8_000;

  const note = (predicate: string, revision: number) =>
    acknowledged.set(predicate, Math.max(acknowledged.get(predicate) ?? 0, revision));

  const write = async (client: number, n: number, predicate: string) => {
    const once = `client ${client} write ${n}`;
    const named = { ...call, once };
    // One in four is sent twice at once: one effect, whoever answers.
    const sent = n % 4 === 0 ? 2 : 1;
    const told = await Promise.allSettled(
      Array.from({ length: sent }, () => remember(named, predicate, `${client}/${n}`)),
    );
    for (const one of told) {
      if (one.status === "rejected") {
        seen.anomalies.push(`a write failed: ${String(one.reason)}`);
        continue;
      }
      const { memory } = one.value;
      if (!memory) continue;
      seen.wrote += 1;
      note(predicate, memory.revision);
      effects.set(once, (effects.get(once) ?? new Set()).add(memory.memory_id));
    }
  };
  const read = async (predicate: string) => {
    const atLeast = acknowledged.get(predicate) ?? 0;
    const list = await engine.listMemories(call, { scope: SCOPE, predicate, status: "active", limit: 10 });
    seen.read += 1;
    if (list.items.length > 1) seen.anomalies.push(`${predicate}: ${list.items.length} in force`);
    const newest = list.items[0];
    if (atLeast > 0 && newest && newest.revision < atLeast)
      seen.anomalies.push(`${predicate}: read ${newest.revision} after ${atLeast} was acknowledged`);
    if (atLeast > 0 && !newest) seen.anomalies.push(`${predicate}: nothing, after ${atLeast}`);
  };

  await Promise.all(
    Array.from({ length: 16 }, async (_, client) => {
      for (let n = 0; Date.now() < until; n++) {
        const predicate = predicates[randomInt(predicates.length)] ?? "a";
        if (randomInt(3) === 0) await write(client, n, predicate);
        else await read(predicate);
      }
    }),
  );
  expect(seen.anomalies).toEqual([]);
  expect(seen.wrote).toBeGreaterThan(16);
  expect(seen.read).toBeGreaterThan(16);
  for (const [once, ids] of effects) expect(ids.size, once).toBe(1);
}, 120_000);
