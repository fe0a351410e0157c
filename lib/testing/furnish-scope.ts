import type { ReadPath } from "@/lib/engine/read-path";
import type { ReadWorld, SeedMemory } from "@/lib/testing/read-world";

/** Seeds one memory, and indexes it at once. */
export async function rememberIndexed(
  world: ReadWorld,
  path: ReadPath,
  seed: SeedMemory,
): Promise<{ memoryId: string; factId: string; eventId: string }> {
  const seeded = await world.seed(seed);
  await path.indexMemories(world.tenantId, [seeded.memoryId]);
  return seeded;
}

/** A scope with everything that can happen to a memory on its way to a pack. */
export async function furnishScope(world: ReadWorld, path: ReadPath) {
  const remember = (seed: SeedMemory) => rememberIndexed(world, path, seed);
  return {
    first: await remember({ statement: "The banner is teal", importance: 9 }),
    second: await remember({
      statement: "The banner has rounded corners",
      importance: 6,
      confirmation: "inferred",
      trust: 0.6,
    }),
    twin: await remember({ statement: "The banner is Teal.", importance: 2 }),
    fallen: await remember({ statement: "The banner is red", status: "superseded" }),
    weak: await remember({
      statement: "The banner is haunted",
      trust: 0.1,
      confirmation: "observed",
      sourceType: "external_content",
    }),
    silent: await remember({ statement: "Zebras sleep standing", predicate: "zoology" }),
    last: await remember({
      statement: "The banner, the header, the footer and the menu share a margin",
      importance: 1,
      confirmation: "observed",
    }),
    elsewhere: await remember({ statement: "The banner is teal", scope: "project:B" }),
  };
}
