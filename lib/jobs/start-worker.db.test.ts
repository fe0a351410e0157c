import { afterEach, describe, expect, it, vi } from "vitest";
import { startWorker, type Worker } from "@/lib/jobs/start-worker";
import { createLogger } from "@/lib/platform/logger";
import { createHashEmbedder } from "@/lib/testing/hash-embedder";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

let test: TestEngine;
let worker: Worker;
let release: () => void = () => undefined;
afterEach(async () => {
  release();
  await worker?.stop();
  await test?.close();
});

describe("the worker", () => {
  it("erases while the embedder keeps indexing waiting, and indexes once it answers", async () => {
    const embedder = createHashEmbedder();
    const honest = embedder.embed;
    const answered = new Promise<void>((resolve) => {
      release = resolve;
    });
    embedder.embed = async (texts) => {
      await answered;
      return honest(texts);
    };
    test = await openTestEngine({ embedder });
    const tenantId = await test.createTenant();
    const call = agentCall(tenantId, ["project:*"]);
    const events = ["The lamp is green", "The lamp is red"].map((content) => ({
      type: "message" as const,
      scope: "project:a",
      actor: "user" as const,
      source: { type: "import" as const },
      content,
      remember_as: "episode" as const,
    }));
    await test.engine.recordEvents(call, { events, extract: "none", wait: "committed" });
    const [first, second] = (await test.engine.listMemories(call, { limit: 10 })).items;
    const { deletion_id } = await test.engine.requestDeletion(call, {
      selector: { memory_ids: [first?.memory_id ?? ""] },
      cancel_window_s: 60,
    });
    test.clock.advance(61_000);
    const { database, engine, clock } = test;
    worker = startWorker({ database, engine, clock, logger: createLogger("silent"), backups: null });
    const gone = async () => {
      await expect(engine.getMemory(call, first?.memory_id ?? "")).rejects.toMatchObject({
        code: "not_found",
      });
      expect((await engine.getDeletion(call, deletion_id ?? "")).targets.length).toBeGreaterThan(0);
    };
    await vi.waitFor(gone, { timeout: 50_000, interval: 200 });
    expect(embedder.calls).toBe(0);

    release();
    const found = async () => {
      const output = await engine.retrieve(call, { query: "lamp" });
      expect(output.snippets.map(({ memory_id }) => memory_id)).toEqual([second?.memory_id]);
    };
    await vi.waitFor(found, { timeout: 50_000, interval: 200 });
  });
});
