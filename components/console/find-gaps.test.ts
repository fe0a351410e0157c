import { describe, expect, it } from "vitest";
import { findGaps } from "@/components/console/find-gaps";
import { STAGES, type StageName } from "@/lib/contracts/retrievals";

function stages(...flow: [number, number][]) {
  return flow.map(([input, out], index) => ({
    stage: STAGES[index] as StageName,
    in: input,
    out,
    ms: 1,
    status: "applied" as const,
  }));
}

describe("findGaps", () => {
  it("finds none when each stage takes in what the one before handed on", () => {
    expect(findGaps(stages([64, 64], [64, 20], [20, 7]))).toEqual([]);
  });

  it("names both stages and both numbers where they do not meet", () => {
    expect(findGaps(stages([64, 64], [63, 20], [20, 7]))).toEqual([
      { from: "context", to: "hard_filter", out: 64, in: 63 },
    ]);
  });
});
