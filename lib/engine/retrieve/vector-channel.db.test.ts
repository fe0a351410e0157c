import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createReadPath, type ReadPath } from "@/lib/engine/read-path";
import { createHashEmbedder, type TestEmbedder } from "@/lib/testing/hash-embedder";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";
import { createReadWorld, type ReadWorld, type SeedMemory } from "@/lib/testing/read-world";

let opened: TestDatabase;
let world: ReadWorld;
let embedder: TestEmbedder;
let path: ReadPath;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());
beforeEach(async () => {
  embedder = createHashEmbedder();
  world = await createReadWorld(opened.database, embedder);
  path = createReadPath(world.deps);
});

async function remember(seed: SeedMemory): Promise<string> {
  const { memoryId } = await world.seed(seed);
  await path.indexMemories(world.tenantId, [memoryId]);
  return memoryId;
}
const idsOf = (output: { snippets: { memory_id: string }[] }) => output.snippets.map((one) => one.memory_id);

describe("the vector channel", () => {
  it("takes part in English and steps aside for Chinese", async () => {
    await remember({ statement: "The banner is teal" });
    const english = await path.retrieve(world.call(), { query: "banner teal" });
    expect(english.snippets[0]?.channels.vector).toBe(1);
    const before = embedder.calls;
    const chinese = await path.retrieve(world.call(), { query: "横幅是什么颜色" });
    expect(embedder.calls).toBe(before);
    expect(chinese.degraded).toEqual([]);
  });

  it("embeds a sentence once", async () => {
    const one = await world.seed({ statement: "The banner is teal" });
    const two = await world.seed({ statement: "The banner is teal", scope: "user:u1" });
    await path.indexMemories(world.tenantId, [one.memoryId, two.memoryId]);
    await path.indexMemories(world.tenantId, [two.memoryId]);
    expect(embedder.calls).toBe(1);
  });

  it("when down: low and medium answer without it and say so, high refuses", async () => {
    const id = await remember({ statement: "The banner is teal" });
    embedder.down = true;
    for (const risk_level of ["low", "medium"] as const) {
      const output = await path.retrieve(world.call(), { query: "banner teal", risk_level });
      expect(idsOf(output)).toEqual([id]);
      expect(output.degraded).toEqual(["vector"]);
    }
    await expect(
      path.retrieve(world.call(), { query: "banner teal", risk_level: "high" }),
    ).rejects.toMatchObject({ code: "degraded_high_risk" });
  });

  it("when there is no embedder: nothing is degraded, at any risk", async () => {
    const plain = createReadPath({ ...world.deps, ports: { ...world.deps.ports, embedder: null } });
    const { memoryId } = await world.seed({ statement: "The banner is teal" });
    await plain.indexMemories(world.tenantId, [memoryId]);
    const output = await plain.retrieve(world.call(), { query: "banner teal", risk_level: "high" });
    expect(idsOf(output)).toEqual([memoryId]);
    expect(output.degraded).toEqual([]);
  });
});
