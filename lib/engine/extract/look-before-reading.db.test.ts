import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createEngine } from "@/lib/engine/create-engine";
import { queryRows } from "@/lib/store/rows";
import { modelCandidate } from "@/lib/testing/model-endpoint";
import { personCall } from "@/lib/testing/open-test-engine";
import { readingWorldOfFile } from "@/lib/testing/reading-world";

const world = readingWorldOfFile();

describe("what stands in the way is looked at right before", () => {
  test("erased words are not sent; the reading is done as erased", async () => {
    const engine = world.engineWith();
    world.endpoint.behave({ kind: "answer", candidates: [modelCandidate()] });
    const recorded = await world.record(engine);
    await engine.requestDeletion(personCall(world.tenantId, "ada"), {
      selector: { all_of_subject: "user:ada" },
      cancel_window_s: 0,
    });
    await engine.runDueExtractions(world.tenantId);
    expect(world.endpoint.requests).toHaveLength(0);
    expect(await world.stateOf(engine, recorded.event_id)).toMatchObject({ state: "done", reason: "erased" });
  });

  test("what is of high sensitivity is never sent, not by a later request either", async () => {
    const engine = world.engineWith();
    const { results } = await engine.recordEvents(world.call(), {
      events: [
        {
          type: "message",
          actor: "user",
          scope: "user:ada",
          subject: "user:ada",
          source: { type: "user_statement" },
          content: "The doctor found a rare illness in March.",
          candidates: [
            {
              scope: "user:ada",
              subject: "user:ada",
              predicate: "illness",
              value: "rare",
              sensitivity: "high",
              source: { type: "user_statement" },
            },
          ],
        },
      ],
    });
    expect(results[0]?.extraction).not.toBe("queued");
    await engine.requestExtraction(world.call(), { since: null, retryDead: false });
    await engine.runDueExtractions(world.tenantId);
    expect(world.endpoint.requests).toHaveLength(0);
    expect(await world.stateOf(engine, results[0]?.event_id ?? "")).toMatchObject({
      state: "done",
      reason: "withheld",
    });
  });

  test("words erased while the model reads them leave nothing", async () => {
    const engine = world.engineWith();
    const recorded = await world.record(engine, { content: "The gardener hid a spare key under the fern." });
    const slow = createEngine(world.opened.database, {
      ...world.opened.ports,
      extractionModel: {
        name: "reader",
        closedUntil: () => null,
        extract: async () => {
          await world.opened.database.withTenant(world.tenantId, (tx) =>
            queryRows(
              tx,
              sql`delete from event_payloads where tenant_id = ${world.tenantId} and event_id = ${recorded.event_id}`,
            ),
          );
          return {
            malformed: 0,
            tokens: { in: 1, out: 1 },
            candidates: [
              {
                quote: "The gardener hid a spare key under the fern.",
                subject: "speaker",
                predicate: "key_place",
                value: "under the fern",
                certainty: 1,
                kind: "semantic",
                cardinality: "one",
                sensitivity: "low",
                temporalScope: null,
              },
            ],
          };
        },
      },
    });
    await slow.runDueExtractions(world.tenantId);
    expect(await world.memoriesOf()).toEqual([]);
    expect(await world.stateOf(engine, recorded.event_id)).toMatchObject({ state: "done", reason: "erased" });
  });

  test("a person who paused is not read until they resume", async () => {
    const engine = world.engineWith();
    world.endpoint.behave({ kind: "answer", candidates: [] });
    const recorded = await world.record(engine);
    const pausedAt = world.opened.clock.now().toISOString();
    const until = new Date(world.opened.clock.now().getTime() + 3_600_000).toISOString();
    await world.opened.database.withTenant(world.tenantId, (tx) =>
      queryRows(
        tx,
        sql`insert into subject_controls (tenant_id, subject, paused_at, paused_until, updated_at)
        values (${world.tenantId}, 'user:ada', ${pausedAt}::timestamptz, ${until}::timestamptz, ${pausedAt}::timestamptz)`,
      ),
    );
    await engine.runDueExtractions(world.tenantId);
    expect(world.endpoint.requests).toHaveLength(0);
    expect(await world.stateOf(engine, recorded.event_id)).toMatchObject({
      state: "queued",
      reason: "paused",
      attempts: 0,
    });
    world.opened.clock.advance(3_700_000);
    await engine.runDueExtractions(world.tenantId);
    expect((await world.stateOf(engine, recorded.event_id)).state).toBe("done");
  });

  test("what an agent handed in is not read while a person pauses that agent", async () => {
    const engine = world.engineWith();
    world.endpoint.behave({ kind: "answer", candidates: [] });
    const recorded = await world.record(engine);
    const agentId = world.call().principal.actor.id;
    await world.opened.database.withTenant(world.tenantId, (tx) =>
      queryRows(
        tx,
        sql`insert into subject_agent_pauses (tenant_id, subject, agent_id, paused_at)
        values (${world.tenantId}, 'user:ada', ${agentId}, ${world.opened.clock.now().toISOString()}::timestamptz)`,
      ),
    );
    await engine.runDueExtractions(world.tenantId);
    expect(world.endpoint.requests).toHaveLength(0);
    expect(await world.stateOf(engine, recorded.event_id)).toMatchObject({
      state: "queued",
      reason: "paused",
    });
    await world.opened.database.withTenant(world.tenantId, (tx) =>
      queryRows(tx, sql`delete from subject_agent_pauses where tenant_id = ${world.tenantId}`),
    );
    world.opened.clock.advance(3_700_000);
    await engine.runDueExtractions(world.tenantId);
    expect((await world.stateOf(engine, recorded.event_id)).state).toBe("done");
  });

  test("a tenant's switch and its daily budget are kept, and the cost is told", async () => {
    const engine = world.engineWith();
    const policy = (version: number, extraction: object) =>
      world.opened.database.withTenant(world.tenantId, (tx) =>
        queryRows(
          tx,
          sql`insert into policies (tenant_id, version, body, reason, created_at, created_by)
          values (${world.tenantId}, ${version}, ${JSON.stringify({ write: { extraction } })}::text::jsonb, 'test', ${world.opened.clock.now().toISOString()}::timestamptz, 'usr_test')`,
        ),
      );
    world.endpoint.behave({ kind: "answer", candidates: [] });
    await policy(1, { tokensPerDay: 2_000, pricePerMillionTokens: { in: 1_000, out: 2_000 } });
    const first = await world.record(engine, { content: "One. ".repeat(10) });
    const second = await world.record(engine, { content: "Two. ".repeat(400) });
    await engine.runDueExtractions(world.tenantId);
    expect(world.endpoint.requests).toHaveLength(1);
    expect(await world.stateOf(engine, first.event_id)).toMatchObject({ state: "done", cost: 0.12 + 0.06 });
    const waiting = await world.stateOf(engine, second.event_id);
    expect(waiting).toMatchObject({ state: "queued", reason: "budget", attempts: 0 });
    expect(waiting.due_at).toMatch(/T00:00:00\.000Z$/);
    const page = await engine.listExtractions(world.call(), { state: "queued", cursor: null, limit: 10 });
    expect(page).toMatchObject({
      total: 1,
      summary: { states: { queued: 1, done: 1 }, today: { calls: 1, tokens: 150 }, tokens_per_day: 2_000 },
    });
    world.opened.clock.advance(86_400_000);
    await engine.runDueExtractions(world.tenantId);
    expect((await world.stateOf(engine, second.event_id)).state).toBe("done");

    await policy(2, { model: "off" });
    expect((await world.record(engine, { content: "Three words more." })).extraction).toBe("done");
    await engine.runDueExtractions(world.tenantId);
    expect(world.endpoint.requests).toHaveLength(2);
  });

  test("an endpoint that does not count is counted for", async () => {
    const engine = world.engineWith();
    world.endpoint.behave({ kind: "answer", candidates: [], usage: null });
    const recorded = await world.record(engine);
    await engine.runDueExtractions(world.tenantId);
    expect((await world.stateOf(engine, recorded.event_id)).tokens.in).toBeGreaterThan(900);
  });
});
