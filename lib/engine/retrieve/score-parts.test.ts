import { describe, expect, it } from "vitest";
import { DEFAULT_RETRIEVAL_POLICY } from "@/lib/engine/policy/retrieval-policy";
import { fuseRanks } from "@/lib/engine/retrieve/fuse-ranks";
import { fuseRelevance } from "@/lib/engine/retrieve/fuse-relevance";
import {
  halfLife,
  scoreImportance,
  scoreMemory,
  scorePriority,
  scoreRecency,
} from "@/lib/engine/retrieve/score-parts";

describe("the golden example", () => {
  const weights = { R: 0.45, I: 0.2, T: 0.15, P: 0.2 };
  it.each([
    { id: "M1", raw: 9, days: 1, R: 0.86, P: 1, S: 0.9118 },
    { id: "M2", raw: 4, days: 20, R: 0.72, P: 0.3, S: 0.5512 },
  ])("gives $id the score $S", ({ raw, days, R, P, S }) => {
    const T = scoreRecency({ ageDays: days, decayPerDay: 0.02, standing: false });
    expect(scoreMemory({ R, I: scoreImportance(raw), T, P }, weights)).toBeCloseTo(S, 4);
  });

  it("is what the default policy weighs by", () => {
    expect(DEFAULT_RETRIEVAL_POLICY.intents.recover_decision.weights).toEqual(weights);
    for (const { weights: w } of Object.values(DEFAULT_RETRIEVAL_POLICY.intents)) {
      expect(w.R + w.I + w.T + w.P).toBeCloseTo(1, 12);
    }
  });
});

describe("scoreRecency", () => {
  it.each([
    [0.05, 13.9],
    [0.02, 34.7],
    [0.01, 69.3],
  ])("with λ = %d halves after %d days", (decayPerDay, days) => {
    expect(halfLife(decayPerDay)).toBeCloseTo(days, 1);
    expect(scoreRecency({ ageDays: halfLife(decayPerDay), decayPerDay, standing: false })).toBeCloseTo(
      0.5,
      12,
    );
  });

  it("does not let a standing rule fade, nor the future count for more", () => {
    expect(scoreRecency({ ageDays: 4_000, decayPerDay: 0.05, standing: true })).toBe(1);
    expect(scoreRecency({ ageDays: -3, decayPerDay: 0.05, standing: false })).toBe(1);
  });
});

describe("scorePriority", () => {
  const none = { scopeExact: false, kindFits: false, confirmed: false, inferred: false, highRisk: false };
  it("adds scope, kind and confirmation up to one", () => {
    expect(scorePriority(none)).toBe(0);
    expect(scorePriority({ ...none, scopeExact: true })).toBe(0.5);
    expect(scorePriority({ ...none, kindFits: true })).toBe(0.3);
    expect(scorePriority({ ...none, confirmed: true })).toBe(0.2);
    expect(scorePriority({ ...none, scopeExact: true, kindFits: true, confirmed: true })).toBe(1);
  });

  it("gives an unconfirmed inference nothing at high risk", () => {
    expect(scorePriority({ ...none, scopeExact: true, kindFits: true, inferred: true, highRisk: true })).toBe(
      0,
    );
  });
});

describe("scoreImportance", () => {
  it("maps 1–10 onto 0–1", () => {
    expect([1, 5.5, 10, 0, 12].map(scoreImportance)).toEqual([0, 0.5, 1, 0, 1]);
  });
});

describe("fuseRanks", () => {
  it("adds the reciprocal ranks", () => {
    expect(fuseRanks([1, 3], 60)).toBe(1 / 61 + 1 / 63);
    expect(fuseRanks([], 60)).toBe(0);
  });
});

describe("fuseRelevance", () => {
  const weights = { structured: 0.5, dense: 0.2 };
  it("stays in [0,1] and grows with each piece of evidence", () => {
    const words = fuseRelevance({ fullText: 0.4, structured: null, relation: null, vector: null }, weights);
    const both = fuseRelevance({ fullText: 0.4, structured: 0.8, relation: null, vector: null }, weights);
    const all = fuseRelevance({ fullText: 0.4, structured: 0.8, relation: null, vector: 0.9 }, weights);
    expect(words).toBeLessThan(both);
    expect(both).toBeLessThan(all);
    expect(fuseRelevance({ fullText: 9, structured: 9, relation: null, vector: 9 }, weights)).toBe(1);
    expect(fuseRelevance({ fullText: null, structured: null, relation: null, vector: -1 }, weights)).toBe(0);
  });

  it("is the words' score alone when nothing else takes part", () => {
    expect(
      fuseRelevance(
        { fullText: 0.37, structured: null, relation: null, vector: null },
        { structured: 0.5, dense: 0 },
      ),
    ).toBeCloseTo(0.37, 12);
  });
});
