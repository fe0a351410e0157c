import { expect, test } from "vitest";
import { groupActivity } from "@/components/memory/activity/group-activity";
import type { ActivityEntry } from "@/lib/contracts/pages";

const entry = (id: string, at: string, over: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id,
  at,
  kind: "used",
  code: "retrieval.packed",
  actor: { kind: "agent", id: "agt_a", name: "A" },
  via: "api",
  memory: null,
  count: 3,
  deletion_id: null,
  about_agent: null,
  ...over,
});

test("days are the reader's, and repeated recalls of a day are one line", () => {
  const items = [
    entry("ret_4", "2026-11-30T17:00:00Z"),
    entry("ret_3", "2026-11-30T15:00:00Z"),
    entry("aud_1", "2026-11-30T14:30:00Z", { kind: "changed", code: "memory.confirmed" }),
    entry("ret_2", "2026-11-30T14:00:00Z"),
    entry("ret_1", "2026-11-30T13:00:00Z", { actor: { kind: "agent", id: "agt_b", name: "B" } }),
  ];
  const days = groupActivity(items, "Asia/Shanghai");
  expect(days.map(({ key, lines }) => [key, lines.map((line) => [line.entry.id, line.times])])).toEqual([
    ["2026-12-01", [["ret_4", 1]]],
    [
      "2026-11-30",
      [
        ["ret_3", 2],
        ["aud_1", 1],
        ["ret_1", 1],
      ],
    ],
  ]);
  expect(days[1]?.lines[0]?.since).toBe("2026-11-30T14:00:00Z");
  expect(groupActivity(items, "UTC").map(({ key }) => key)).toEqual(["2026-11-30"]);
});
