import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { whyNot } from "@/lib/contracts/retrievals";
import { createReadPath, type ReadPath } from "@/lib/engine/read-path";
import { furnishScope, rememberIndexed } from "@/lib/testing/furnish-scope";
import { createHashEmbedder } from "@/lib/testing/hash-embedder";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";
import { createReadWorld, type ReadWorld, type SeedMemory } from "@/lib/testing/read-world";

let opened: TestDatabase;
let world: ReadWorld;
let path: ReadPath;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());
beforeEach(async () => {
  world = await createReadWorld(opened.database, createHashEmbedder());
  path = createReadPath(world.deps);
});

const remember = (seed: SeedMemory) => rememberIndexed(world, path, seed);
const furnish = () => furnishScope(world, path);

describe("why not", () => {
  it("gives stage, reason and numbers for each fate", async () => {
    const made = await furnish();
    const agent = world.call({ scopes: ["project:A", "project:B"] });
    const { retrieval_id } = await path.retrieve(agent, { query: "banner", k: 2, scopes: ["project:A"] });
    const ask = async (name: keyof typeof made) =>
      whyNot.parse(await path.explainAbsence(agent, retrieval_id, made[name].memoryId));
    expect(await ask("first")).toMatchObject({
      outcome: "packed",
      stage: "packing",
      reason_code: null,
      detail: { position: 1 },
    });
    expect(await ask("twin")).toMatchObject({
      outcome: "dropped",
      stage: "conflicts",
      reason_code: "duplicate_of",
      diagnosis: null,
      detail: { by: made.first.memoryId },
    });
    expect(await ask("last")).toMatchObject({
      outcome: "dropped",
      stage: "packing",
      reason_code: "below_k",
      detail: { k: 2 },
    });
    expect(await ask("fallen")).toMatchObject({
      outcome: "rejected",
      stage: "hard_filter",
      reason_code: "status",
      diagnosis: "update",
      detail: { status: "superseded" },
    });
    expect(await ask("weak")).toMatchObject({
      outcome: "rejected",
      stage: "hard_filter",
      reason_code: "trust_floor",
      diagnosis: "poisoning",
      detail: { trust: 0.1, floor: 0.3 },
    });
    expect(await ask("silent")).toMatchObject({
      outcome: "not_a_candidate",
      stage: "channels",
      reason_code: "not_a_candidate",
      detail: { indexed: "live" },
    });
    expect(await ask("elsewhere")).toMatchObject({
      outcome: "rejected",
      stage: "hard_filter",
      reason_code: "scope",
    });
    world.clock.advance(5_000);
    const later = await world.seed({ statement: "The banner is late", recordedAt: world.clock.now() });
    expect(await path.explainAbsence(agent, retrieval_id, later.memoryId)).toMatchObject({
      outcome: "not_a_candidate",
      stage: "context",
    });
  });

  it("names the budget", async () => {
    const long = await remember({
      statement: `The banner ${"and its edge ".repeat(120)}`,
      confirmation: "observed",
    });
    await remember({ statement: "The banner is teal" });
    const { retrieval_id } = await path.retrieve(world.call(), { query: "banner", token_budget: 150 });
    const answer = await path.explainAbsence(world.call(), retrieval_id, long.memoryId);
    expect(answer).toMatchObject({ outcome: "dropped", stage: "packing", reason_code: "budget" });
    expect(Number(answer.detail.needs)).toBeGreaterThan(Number(answer.detail.left));
  });

  it("tells nothing of a memory the caller may not see, nor of one that never was", async () => {
    const made = await furnish();
    const agent = world.call({ scopes: ["project:A"] });
    const { retrieval_id } = await path.retrieve(agent, { query: "banner" });
    for (const id of [made.elsewhere.memoryId, "mem_00000000000000000000000000"]) {
      await expect(path.explainAbsence(agent, retrieval_id, id)).rejects.toMatchObject({ code: "not_found" });
    }
  });
});
