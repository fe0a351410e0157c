import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requireSameMasterKey } from "@/lib/server/require-same-master-key";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());

describe("the master key at start", () => {
  it("is remembered by the first start and asked of every later one", async () => {
    const now = new Date("2026-10-01T08:00:00Z");
    await requireSameMasterKey(opened.database, "the first key", now);
    await requireSameMasterKey(opened.database, "the first key", now);
    await expect(requireSameMasterKey(opened.database, "a changed key", now)).rejects.toThrow(
      "KEEPSAKE_MASTER_KEY is not the key this database was made with",
    );
    await requireSameMasterKey(opened.database, "the first key", now);
  });
});
