import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createEngine } from "@/lib/engine/create-engine";
import { createExtractionModel } from "@/lib/inference/extraction-model";
import { queryRows } from "@/lib/store/rows";
import { modelCandidate } from "@/lib/testing/model-endpoint";
import { readingWorldOfFile } from "@/lib/testing/reading-world";

const world = readingWorldOfFile();

describe("nothing is drawn twice", () => {
  const sentence = "The blue folder sits behind the aquarium.";
  const one = modelCandidate({ quote: sentence, predicate: "folder_place", value: "behind the aquarium" });

  test("an attempt that died after its first candidate is taken up, without the first again", async () => {
    const engine = world.engineWith();
    const other = "The plants get their water from Nadia.";
    const passing = "Only for today I want soup for lunch.";
    const recorded = await world.record(engine, { content: `${passing} ${sentence} ${other}` });
    world.endpoint.behave({
      kind: "answer",
      candidates: [
        modelCandidate({ quote: passing, predicate: "lunch", value: "soup" }),
        one,
        modelCandidate({ quote: other, predicate: "water_from", value: "Nadia" }),
      ],
    });
    let admitted = 0;
    const dying = createEngine(
      {
        ...world.opened.database,
        withTenant: (tenant, work) =>
          world.opened.database.withTenant(tenant, async (tx) => {
            const result = await work(tx);
            const made = result as { candidate_id?: string } | null;
            if (made !== null && typeof made === "object" && "candidate_id" in made && ++admitted === 3)
              throw new Error("the process dies here");
            return result;
          }),
      },
      {
        ...world.opened.ports,
        extractionModel: createExtractionModel({
          baseUrl: world.endpoint.url,
          apiKey: null,
          model: "reader",
          now: () => world.opened.clock.now(),
        }),
      },
    );
    await dying.runDueExtractions(world.tenantId);
    expect(await world.memoriesOf({ predicate: "folder_place" })).toHaveLength(1);
    expect(await world.memoriesOf({ predicate: "water_from" })).toHaveLength(0);
    const candidates = await world.countRows("candidates");

    world.opened.clock.advance(3_600_000);
    await engine.runDueExtractions(world.tenantId);
    expect(await world.stateOf(engine, recorded.event_id)).toMatchObject({
      state: "done",
      candidates: { made: 3, drops: { repeated: 2 } },
    });
    expect(await world.memoriesOf({ predicate: "water_from" })).toHaveLength(1);
    expect(await world.countRows("candidates")).toBe(candidates + 1);
  });

  test("a holder that was never heard of again loses its lease, not the event", async () => {
    const engine = world.engineWith();
    const recorded = await world.record(engine);
    world.endpoint.behave({ kind: "answer", candidates: [] });
    await world.opened.database.withTenant(world.tenantId, (tx) =>
      queryRows(
        tx,
        sql`update extractions set state = 'running', lease = 'gone', attempts = 1,
        lease_until = ${new Date(world.opened.clock.now().getTime() + 600_000).toISOString()}::timestamptz where tenant_id = ${world.tenantId}`,
      ),
    );
    expect(await engine.runDueExtractions(world.tenantId)).toBe(0);
    world.opened.clock.advance(600_001);
    expect(await engine.runDueExtractions(world.tenantId)).toBe(1);
    expect(await world.stateOf(engine, recorded.event_id)).toMatchObject({ state: "done", attempts: 2 });
  });

  test("a newer extractor reads old events; what it finds again adds no evidence", async () => {
    const engine = world.engineWith("first");
    world.endpoint.behave({ kind: "answer", candidates: [one] });
    await world.record(engine, { content: sentence });
    await engine.runDueExtractions(world.tenantId);
    const [before] = await world.memoriesOf({ predicate: "folder_place" });

    const newer = world.engineWith("second");
    expect(await newer.requestExtraction(world.call(), { since: null, retryDead: false })).toMatchObject({
      extractor: "model:second@1",
      queued: 1,
      more: false,
    });
    expect(await newer.requestExtraction(world.call(), { since: null, retryDead: false })).toMatchObject({
      queued: 0,
    });
    await newer.runDueExtractions(world.tenantId);
    const after = await world.memoriesOf({ predicate: "folder_place" });
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({
      memory_id: before?.memory_id,
      trust: before?.trust,
      confidence: before?.confidence,
      confirmation: before?.confirmation,
      revision: before?.revision,
    });
    expect(after[0]?.sources).toHaveLength(1);
  });

  test("an event sent again is answered with how far its reading has come", async () => {
    const engine = world.engineWith();
    world.endpoint.behave({ kind: "answer", candidates: [one] });
    const event = { idempotency_key: "k1", content: sentence };
    expect((await world.record(engine, event)).extraction).toBe("queued");
    expect(await world.record(engine, event)).toMatchObject({
      duplicate: true,
      extraction: "queued",
      decisions: [],
    });
    await engine.runDueExtractions(world.tenantId);
    expect(await world.record(engine, event)).toMatchObject({
      duplicate: true,
      extraction: "done",
      decisions: [],
    });
    expect(await world.memoriesOf({ predicate: "folder_place" })).toHaveLength(1);
  });

  test("a long text is read in parts, and goes on where it stopped", async () => {
    const engine = world.engineWith();
    const filler = "The meeting went on and nobody decided anything at all. ".repeat(200);
    const recorded = await world.record(engine, { content: `${filler}\n\n${sentence}` });
    world.endpoint.behave({ kind: "answer", candidates: [] }, { kind: "status", status: 500 });
    await engine.runDueExtractions(world.tenantId);
    expect(await world.stateOf(engine, recorded.event_id)).toMatchObject({
      state: "failed",
      parts: { done: 1, total: 2 },
    });
    world.endpoint.behave({ kind: "answer", candidates: [one] });
    world.opened.clock.advance(60_000);
    await engine.runDueExtractions(world.tenantId);
    expect(await world.stateOf(engine, recorded.event_id)).toMatchObject({
      state: "done",
      calls: 3,
      parts: { done: 2, total: 2 },
    });
    const [row] = await world.opened.database.withTenant(world.tenantId, (tx) =>
      queryRows<{ at: { start: number; end: number } }>(
        tx,
        sql`select proposal -> 'quote_at' as at from candidates where tenant_id = ${world.tenantId} and extractor like 'model:%'`,
      ),
    );
    const start = filler.length + 2;
    expect(row?.at).toEqual({ start, end: start + sentence.length });
  });
});
