import { describe, expect, it } from "vitest";
import { scoreRanking } from "@/lib/bench/score-ranking";

describe("scores of a ranking", () => {
  it("are all one when everything right stands first", () => {
    expect(scoreRanking(["a", "b", "x"], new Set(["a", "b"]))).toEqual({
      recallAt5: 1,
      recallAt10: 1,
      reciprocalRank: 1,
      ndcgAt10: 1,
    });
  });

  it("fall with the rank", () => {
    const order = ["x", "a", "y", "z", "w", "b"];
    const scores = scoreRanking(order, new Set(["a", "b", "c"]));
    expect(scores.recallAt5).toBeCloseTo(1 / 3);
    expect(scores.recallAt10).toBeCloseTo(2 / 3);
    expect(scores.reciprocalRank).toBe(0.5);
    const gained = 1 / Math.log2(3) + 1 / Math.log2(7);
    expect(scores.ndcgAt10).toBeCloseTo(gained / (1 + 1 / Math.log2(3) + 1 / 2));
  });

  it("are zero when nothing right is found, or only beyond the tenth", () => {
    const late = [..."abcdefghijk"];
    for (const scores of [scoreRanking([], new Set(["k"])), scoreRanking(late, new Set(["k"]))]) {
      expect(scores).toEqual({ recallAt5: 0, recallAt10: 0, reciprocalRank: 0, ndcgAt10: 0 });
    }
  });

  it("count what is found twice once", () => {
    expect(scoreRanking(["a", "a", "b"], new Set(["b"])).reciprocalRank).toBe(0.5);
    expect(scoreRanking(["a", "a"], new Set(["a"])).ndcgAt10).toBe(1);
  });
});
