import { describe, expect, it } from "vitest";
import type { Found } from "@/lib/engine/model/read-query";
import { weighEpisodes } from "@/lib/engine/retrieve/weigh-episodes";

const turn = (memoryId: string, statement: string, more: Partial<Found> = {}): Found => ({
  memoryId,
  factId: `fact_${memoryId}`,
  scope: "project:A",
  kind: "episodic",
  status: "active",
  confirmation: "observed",
  sourceType: "user_statement",
  trust: 0.8,
  importance: 5,
  temporalScope: null,
  openEnded: true,
  asOf: new Date("2026-10-27T08:00:00Z"),
  updatedAt: new Date("2026-10-27T08:00:00Z"),
  subject: null,
  predicate: "episode",
  statement,
  eventIds: [],
  contradictions: 0,
  challenges: null,
  conflictsWith: [],
  neighbours: [],
  structured: null,
  fullText: null,
  vector: null,
  ...more,
});
const weights = { neighbour: 0.3, speaker: 0.3, question: 0.5 };

describe("weighEpisodes", () => {
  it("lends a turn a share of its better neighbour", () => {
    const turns = [
      turn("a", "x", { neighbours: ["b"] }),
      turn("b", "y", { neighbours: ["a", "c"] }),
      turn("c", "z", { neighbours: ["b"] }),
    ];
    const weighed = weighEpisodes(
      turns,
      new Map([
        ["a", 0.5],
        ["b", 0.1],
        ["c", 0.2],
      ]),
      [],
      weights,
    );
    expect(weighed.get("b")).toBeCloseTo(0.1 + 0.3 * 0.5, 12);
    expect(weighed.get("c")).toBeCloseTo(0.2 + 0.3 * 0.1, 12);
  });

  it("prefers whom the question names, and the answer to the question", () => {
    const turns = [
      turn("a", "Mina: I did"),
      turn("b", "Jo: Mina did"),
      turn("c", "Mina: did I?"),
      turn("d", "李雷：我去了"),
      turn("e", "Mina，去了吗？"),
    ];
    const same = new Map(turns.map((one) => [one.memoryId, 0.25]));
    const weighed = weighEpisodes(turns, same, ["mina", "李雷"], weights);
    expect(weighed.get("a")).toBeCloseTo(0.25 + 0.3 * 0.5, 12);
    expect(weighed.get("b")).toBe(0.25);
    expect(weighed.get("c")).toBeCloseTo((0.25 + 0.3 * 0.5) * 0.5, 12);
    expect(weighed.get("d")).toBeCloseTo(0.25 + 0.3 * 0.5, 12);
    expect(weighed.get("e")).toBeCloseTo(0.25 * 0.5, 12);
  });

  it("leaves other kinds alone and never exceeds one", () => {
    const weighed = weighEpisodes(
      [turn("a", "Mina: why?", { kind: "semantic" }), turn("b", "Mina: x", { neighbours: ["a"] })],
      new Map([
        ["a", 0.9],
        ["b", 0.9],
      ]),
      ["mina"],
      weights,
    );
    expect(weighed.get("a")).toBe(0.9);
    expect(weighed.get("b")).toBe(1);
  });
});
