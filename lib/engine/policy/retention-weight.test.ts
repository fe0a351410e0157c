import { expect, test } from "vitest";
import { weighForKeeping } from "@/lib/engine/policy/retention-weight";

const now = new Date("2026-11-01T00:00:00Z");
const halves = { semantic: 90, episodic: 30, procedural: 180 };
const weigh = (over: { kind?: "semantic" | "episodic"; importance?: number; uses?: number; days?: number }) =>
  weighForKeeping(
    {
      kind: over.kind ?? "semantic",
      importance: over.importance ?? 5,
      uses: over.uses ?? 0,
      lastTouched: new Date(now.getTime() - (over.days ?? 0) * 86_400_000),
    },
    halves,
    now,
  );

test("weighs by importance, halves with each half-life of its kind, and doubles with use at most", () => {
  expect(weigh({})).toBe(2.5);
  expect(weigh({ importance: 10 })).toBe(5);
  expect(weigh({ days: 90 })).toBe(1.25);
  expect(weigh({ days: 90, kind: "episodic" })).toBe(0.3125);
  expect(weigh({ uses: 10 })).toBe(5);
  expect(weigh({ uses: 1_000 })).toBe(5);
  expect(weigh({ uses: 5 })).toBe(3.75);
  // A clock that was turned back makes nothing weigh more than it did when it was fresh.
  expect(weigh({ days: -400 })).toBe(2.5);
});
