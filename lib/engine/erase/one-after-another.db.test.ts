import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CallContext } from "@/lib/engine/model/context";
import { queryRows } from "@/lib/store/rows";
import { createHashEmbedder } from "@/lib/testing/hash-embedder";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

let opened: TestEngine;
let tenantId: string;
let agent: CallContext;
beforeAll(async () => {
  opened = await openTestEngine({ embedder: createHashEmbedder() });
});
afterAll(() => opened?.close());
beforeEach(async () => {
  tenantId = await opened.createTenant();
  agent = agentCall(tenantId, ["project:*"]);
});

async function tell(value: string): Promise<string> {
  const decision = await opened.engine.remember(agent, {
    scope: "project:A",
    subject: "project:A",
    predicate: `lamp_${value}`,
    value,
    statement: `The lamp is ${value}.`,
    source: { type: "user_statement" },
    wait: "committed",
  });
  return decision.memory?.memory_id ?? "";
}
const erase = (memoryId: string) =>
  opened.engine.requestDeletion(agent, { selector: { memory_ids: [memoryId] }, cancel_window_s: 0 });

test("two deletions within two seconds have a receipt each, and a third of the same finds nothing and moves no date", async () => {
  const [first, second] = [await tell("teal"), await tell("amber")];
  const one = await erase(first);
  opened.clock.advance(900);
  const two = await erase(second);
  expect(one.deletion_id).not.toBe(two.deletion_id);
  const receipts = await Promise.all(
    [one, two].map(
      async ({ deletion_id }) => (await opened.engine.getReceipt(agent, deletion_id ?? "")).receipt,
    ),
  );
  expect(receipts.map(({ status, memory_digests }) => [status, memory_digests.length])).toEqual([
    ["complete", 1],
    ["complete", 1],
  ]);
  expect(receipts[0]?.memory_digests).not.toEqual(receipts[1]?.memory_digests);
  opened.clock.advance(60_000);
  await expect(erase(first)).rejects.toMatchObject({ code: "not_found" });
  const again = await opened.engine.getDeletion(agent, one.deletion_id ?? "");
  expect(again.completed_at).toBe(one.completed_at);
});

test("what nobody has indexed yet is erased all the same, and never comes into an index", async () => {
  const [gone, kept] = [await tell("teal"), await tell("amber")];
  // The worker that indexes stands still: both wait for it.
  const indexed = () =>
    opened.database.withTenant(tenantId, async (tx) =>
      (
        await queryRows<{ memory_id: string }>(
          tx,
          sql`select memory_id from search_index where tenant_id = ${tenantId}
            union select memory_id from search_vectors where tenant_id = ${tenantId}`,
        )
      ).map((row) => row.memory_id),
    );
  expect(await indexed()).toEqual([]);
  expect((await erase(gone)).status).toBe("complete");
  const recall = async () =>
    (
      await opened.engine.retrieve(agent, { query: "what colour is the lamp", scopes: ["project:A"] })
    ).snippets.map((snippet) => snippet.memory_id);
  expect(await recall()).not.toContain(gone);
  await opened.engine.runDueIndexing(tenantId);
  expect(await indexed()).toEqual([kept]);
  expect(await recall()).toEqual([kept]);
});
