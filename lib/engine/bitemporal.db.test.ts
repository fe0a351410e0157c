import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AmendVerb, RememberInput } from "@/lib/contracts/memories";
import { EngineError } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";
import {
  decideWrite,
  holderAt,
  type ReferenceClaim,
  type ReferenceWrite,
} from "@/lib/testing/reference-fact";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AUTHORITY = { user_confirmation: 70, user_statement: 50, internal_tool: 40, import: 30 } as const;
type Source = keyof typeof AUTHORITY;
const VALUES = ["alpha", "beta", "gamma"] as const;

let test: TestEngine;
let agent: CallContext;
let histories = 0;

beforeAll(async () => {
  test = await openTestEngine();
  agent = agentCall(await test.createTenant(), ["project:A"]);
});
afterAll(() => test.close());

const days = (min: number, max: number) => fc.option(fc.integer({ min, max }), { nil: null });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      value: fc.constantFrom(...VALUES),
      source: fc.constantFrom<Source[]>("user_confirmation", "user_statement", "internal_tool", "import"),
      observed: days(-6, 0),
      from: days(-8, 8),
      length: days(1, 6),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom<AmendVerb[]>("correct", "retract", "revoke", "expire", "restore"),
      target: fc.nat(9),
      value: fc.constantFrom(...VALUES),
      from: days(-6, 4),
    }),
  },
);
const history = fc.array(fc.record({ wait: fc.integer({ min: 1, max: 60 }), step }), {
  minLength: 3,
  maxLength: 10,
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** One history through the engine, and beside it the claims as the rules read literally make them. */
async function live(steps: History) {
  histories += 1;
  const key = { scope: "project:A", subject: "project:A", predicate: `fact ${histories}` };
  const claims: ReferenceClaim[] = [];
  const confirmed = new Set<string>();
  const withdrawn = new Set<string>();
  const snapshots: { at: number; claims: ReferenceClaim[] }[] = [];
  let seq = 0;

  const find = (id: string | undefined) => {
    const claim = claims.find((one) => one.id === id);
    if (!claim) throw new Error(`the engine named ${id}, which was never made`);
    return claim;
  };
  /** What the model says becomes of it, checked against what the engine says, then done. */
  const settle = (
    write: ReferenceWrite,
    to: number | null,
    made: { outcome: string; operation: string; id: string | undefined },
  ) => {
    const gone = claims.filter((claim) => withdrawn.has(claim.id)).map((claim) => claim.value);
    const expected = decideWrite(claims, gone, write);
    const told = `${made.outcome} ${made.operation}`;
    if (expected.kind === "confirm") {
      expect([told, made.id]).toEqual(["committed CONFIRM", expected.holder.id]);
      const holder = find(made.id);
      if (write.confirms && !confirmed.has(holder.id)) {
        confirmed.add(holder.id);
        holder.authority = Math.max(holder.authority, write.authority);
      }
      return;
    }
    const words = {
      add: "committed ADD",
      supersede: "committed SUPERSEDE",
      conflict: "conflict NONE",
      evidence: "unchanged NONE",
      refused: "rejected NONE",
    };
    expect(told).toBe(words[expected.kind]);
    if (expected.kind === "evidence" || expected.kind === "refused") return;
    seq += 1;
    const id = made.id ?? "";
    claims.push({
      id,
      value: write.value,
      from: write.from,
      to,
      authority: write.authority,
      observedAt: write.observedAt,
      seq,
      state: expected.kind === "conflict" ? "gone" : "held",
      endedAt: null,
    });
    if (write.confirms) confirmed.add(id);
  };

  for (const { wait, step: one } of steps) {
    test.clock.advance(wait * HOUR);
    const now = test.clock.now().getTime();
    const at = (offset: number) => new Date(now + offset * DAY).toISOString();
    if (one.kind === "write") {
      const observedAt = now + (one.observed ?? 0) * DAY;
      const from = one.from === null ? observedAt : now + one.from * DAY;
      const to = one.length === null ? null : from + one.length * DAY;
      const input: RememberInput = {
        ...key,
        value: one.value,
        statement: `Fact ${histories} is ${one.value}.`,
        source: { type: one.source, ...(one.source === "user_confirmation" ? { ref: "message" } : {}) },
        ...(one.observed === null ? {} : { observed_at: at(one.observed) }),
        ...(one.from === null ? {} : { valid_from: at(one.from) }),
        ...(to === null ? {} : { valid_to: new Date(to).toISOString() }),
      };
      const made = await test.engine.remember(agent, input);
      const write: ReferenceWrite = {
        value: one.value,
        from,
        to,
        authority: AUTHORITY[one.source],
        observedAt,
        observedAtNamed: one.observed !== null,
        confirms: one.source === "user_confirmation" || one.source === "user_statement",
      };
      settle(write, to, { ...made, id: made.memory?.memory_id });
    } else if (claims.length > 0) {
      const claim = claims[one.target % claims.length] as ReferenceClaim;
      const before = await test.engine.getMemory(agent, claim.id);
      const relayed = { source: { type: "user_confirmation" as const, ref: "message", quote: "so it is" } };
      const from = one.kind === "correct" && one.from !== null ? now + one.from * DAY : null;
      const made = await test.engine
        .amend(agent, one.kind, claim.id, {
          ...relayed,
          ...(one.kind === "correct" ? { value: one.value } : {}),
          ...(from === null ? {} : { valid_from: new Date(from).toISOString() }),
        })
        .catch((error: unknown) => {
          // What is not legal from here changes nothing; the reading below shows it.
          if (error instanceof EngineError && ["illegal_transition", "invalid_range"].includes(error.code))
            return null;
          throw error;
        });
      const anew = one.kind === "correct" || (one.kind === "restore" && before.status !== "revoked");
      if (made && anew) {
        const write: ReferenceWrite = {
          value: one.kind === "correct" ? one.value : claim.value,
          from: from ?? now,
          to: null,
          authority: Math.max(claim.authority, AUTHORITY.user_confirmation),
          observedAt: now,
          observedAtNamed: false,
          confirms: true,
        };
        settle(write, null, { ...made, id: made.memory?.memory_id });
      } else if (made) {
        if (one.kind === "retract") claim.state = "gone";
        if (one.kind === "revoke") claim.state = "hole";
        if (one.kind === "expire") Object.assign(claim, { state: "ended", endedAt: now });
        if (one.kind === "restore") claim.state = claim.endedAt === null ? "held" : "ended";
        if (one.kind === "retract" || one.kind === "revoke") withdrawn.add(claim.id);
        if (one.kind === "restore") withdrawn.delete(claim.id);
      }
    }
    snapshots.push({ at: now, claims: claims.map((claim) => ({ ...claim })) });
  }
  return { key, claims, snapshots };
}

async function check(steps: History): Promise<void> {
  const { key, snapshots } = await live(steps);
  const tenantId = agent.principal.tenantId;
  const rows = await test.database.withTenant(tenantId, (tx) =>
    queryRows<Record<string, unknown>>(
      tx,
      sql`select p.memory_id, lower(p.valid) as valid_from, upper(p.valid) as valid_to, lower(p.known) as known_from,
            upper(p.known) as known_to from memory_periods p
          join facts f on f.tenant_id = ${tenantId} and f.fact_id = p.fact_id
          where p.tenant_id = ${tenantId} and f.predicate = ${key.predicate}`,
    ),
  );
  const periods = rows.map((row) => ({
    id: String(row.memory_id),
    from: toInstant(row.valid_from).getTime(),
    to: toInstantOrNull(row.valid_to)?.getTime() ?? Number.POSITIVE_INFINITY,
    knownFrom: toInstant(row.known_from).getTime(),
    knownTo: toInstantOrNull(row.known_to)?.getTime() ?? Number.POSITIVE_INFINITY,
  }));
  const first = snapshots[0]?.at ?? 0;
  const last = snapshots.at(-1)?.at ?? 0;
  for (const { at, claims } of snapshots) {
    for (let instant = first - 10 * DAY; instant <= last + 20 * DAY; instant += 7 * HOUR) {
      const stored = periods.filter(
        (one) => one.from <= instant && instant < one.to && one.knownFrom <= at && at < one.knownTo,
      );
      expect(stored.map((one) => one.id)).toEqual(
        [holderAt(claims, instant)?.id].filter((id) => id !== undefined),
      );
    }
  }
  // And as a caller asks it, at a few points of both clocks.
  for (const { at, claims } of snapshots.slice(-3)) {
    for (const offset of [-2, 0, 3]) {
      const { memory } = await test.engine.resolveFact(agent, {
        ...key,
        valid_at: new Date(at + offset * DAY).toISOString(),
        known_at: new Date(at).toISOString(),
      });
      expect(memory?.memory_id ?? null).toBe(holderAt(claims, at + offset * DAY)?.id ?? null);
    }
  }
}

it("random histories of writes, corrections and withdrawals read on both clocks as the rules say", async () => {
  await fc.assert(fc.asyncProperty(history, check), { numRuns: 25, interruptAfterTimeLimit: 100_000 });
}, 240_000);

it("an older fact that is told late fills what later words leave free, and nothing else", async () => {
  const key = { scope: "project:A", subject: "project:A", predicate: "lead" };
  test.clock.advance(30 * DAY);
  const now = test.clock.now().getTime();
  const at = (days: number) => new Date(now + days * DAY).toISOString();
  const tell = (value: string, over: Partial<RememberInput>) =>
    test.engine.remember(agent, {
      ...key,
      value,
      statement: `The lead is ${value}.`,
      source: { type: "user_statement" },
      ...over,
    });
  const leadAt = async (day: number, known?: string) =>
    (
      await test.engine.resolveFact(agent, {
        ...key,
        valid_at: at(day),
        ...(known ? { known_at: known } : {}),
      })
    ).memory?.value ?? null;
  await tell("Ann", { observed_at: at(-10), valid_from: at(-20), valid_to: at(-15) });
  const before = test.clock.now().toISOString();
  test.clock.advance(HOUR);
  // Said before Ann was told of, of the time from the middle of hers on: it begins where hers ends.
  const late = await tell("Ben", { observed_at: at(-12), valid_from: at(-18) });
  expect(late).toMatchObject({ outcome: "committed", operation: "ADD", reason_code: "added_past" });
  expect([await leadAt(-19), await leadAt(-17), await leadAt(-14), await leadAt(1)]).toEqual([
    "Ann",
    "Ann",
    "Ben",
    "Ben",
  ]);
  // As known then, nobody held that time.
  expect(await leadAt(-14, before)).toBeNull();
  test.clock.advance(HOUR);
  // Told today about a time that is over: only that time is another's, the present stays.
  const past = await tell("Cem", { valid_from: at(-14), valid_to: at(-13) });
  expect(past.outcome).toBe("committed");
  expect([await leadAt(-13.5), await leadAt(-12), await leadAt(1)]).toEqual(["Cem", "Ben", "Ben"]);
  expect((await test.engine.getMemory(agent, late.memory?.memory_id ?? "")).status).toBe("active");
  // Older than everything that holds its time: evidence, and nothing is displaced.
  const older = await tell("Dan", { observed_at: at(-13), valid_from: at(-14), valid_to: at(-13) });
  expect(older).toMatchObject({ outcome: "unchanged", reason_code: "older_than_held" });
});
