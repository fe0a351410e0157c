import { describe, expect, it } from "vitest";
import { RUNGS, toLadder } from "@/components/receipt/ladder-rows";
import { DELETION_TARGETS, type DeletionTarget } from "@/lib/contracts/deletions";

function target(name: DeletionTarget["target"], state: DeletionTarget["state"], left = 0): DeletionTarget {
  return {
    target: name,
    state,
    found: 2,
    removed: 2 - left,
    left,
    attempts: 1,
    checked_at: null,
    evidence: null,
    due: null,
  };
}

describe("toLadder", () => {
  it("shows every place on exactly one of six rungs", () => {
    const rows = toLadder(DELETION_TARGETS.map((name) => target(name, "done")));
    expect(rows.map((row) => row.rung)).toEqual([...RUNGS]);
    const shown = rows.flatMap((row) => row.targets.map(({ target: name }) => name));
    expect([...shown].sort()).toEqual([...DELETION_TARGETS].sort());
    expect(rows.every((row) => row.state === "done")).toBe(true);
  });

  it.each(["failed", "running", "pending", "waiting"] as const)(
    "lets one %s place hold its rung open",
    (state) => {
      const rows = toLadder([target("search_index", "done"), target("relation_index", state, 1)]);
      const row = rows.find(({ rung }) => rung === "fullText");
      expect(row).toMatchObject({ state, found: 4, removed: 3, left: 1 });
    },
  );

  it("calls a rung empty only when none of its places exists", () => {
    const rows = toLadder([target("embedding_cache", "not_present"), target("response_cache", "done")]);
    expect(rows.find(({ rung }) => rung === "caches")?.state).toBe("done");
    expect(rows.find(({ rung }) => rung === "backups")?.state).toBe("not_present");
  });
});
