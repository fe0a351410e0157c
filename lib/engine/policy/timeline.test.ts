import { describe, expect, it } from "vitest";
import {
  type Claim,
  computeTimeline,
  deriveStatus,
  diffTimeline,
  outranks,
} from "@/lib/engine/policy/timeline";

const claim = (over: Partial<Claim> & { memoryId: string }): Claim => ({
  from: 0,
  to: null,
  state: "held",
  endedAt: null,
  authority: 50,
  observedAt: over.from ?? 0,
  seq: 1,
  confirmation: "confirmed",
  ...over,
});

/** A small seeded generator (mulberry32), so that a failing history can be run again. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The rule read literally at one instant, without intervals: the independent second opinion. */
function holderAt(claims: readonly Claim[], instant: number): string | null {
  const covers = (c: Claim) => c.from <= instant && (c.to === null || c.to > instant);
  const ended = (c: Claim) => c.state === "ended" && c.endedAt !== null && instant >= c.endedAt;
  const holders = claims.filter(
    (c) => covers(c) && (c.state === "held" || (c.state === "ended" && !ended(c))),
  );
  const blockers = claims.filter((c) => covers(c) && (c.state === "hole" || ended(c)));
  const free = holders.filter(
    (h) =>
      !blockers.some(
        (b) =>
          outranks(b, h) && (b.observedAt > h.observedAt || (b.observedAt === h.observedAt && b.seq > h.seq)),
      ),
  );
  return free.sort((a, b) => (outranks(a, b) ? -1 : 1))[0]?.memoryId ?? null;
}

describe("the timeline of a fact", () => {
  it("gives each instant to the best claim that covers it (300 random histories against point-wise reading)", () => {
    const random = createRandom(20261128);
    const pick = (n: number) => Math.floor(random() * n);
    for (let history = 0; history < 300; history++) {
      const claims = Array.from({ length: 1 + pick(8) }, (_, index): Claim => {
        const from = pick(20);
        const to = random() < 0.4 ? from + 1 + pick(10) : null;
        const state = (["held", "held", "held", "ended", "hole", "gone"] as const)[pick(6)] ?? "held";
        return claim({
          memoryId: `m${index}`,
          from,
          to,
          state,
          endedAt: state === "ended" ? from + pick(8) : null,
          authority: [10, 20, 50, 70][pick(4)] ?? 50,
          observedAt: pick(25),
          seq: index + 1,
        });
      });
      const spans = computeTimeline(claims, "one");
      for (let instant = 0; instant < 40; instant += 0.5) {
        const found = spans.filter((span) => span.from <= instant && (span.to === null || span.to > instant));
        expect(found.length, `history ${history} at ${instant}: two holders`).toBeLessThanOrEqual(1);
        expect(found[0]?.memoryId ?? null, `history ${history} at ${instant}`).toBe(
          holderAt(claims, instant),
        );
      }
    }
  });

  it("cuts nothing when many values may hold", () => {
    const spans = computeTimeline([claim({ memoryId: "a" }), claim({ memoryId: "b", from: 5 })], "many");
    expect(spans.map((span) => [span.memoryId, span.from, span.to])).toEqual([
      ["a", 0, null],
      ["b", 5, null],
    ]);
  });

  it("says how each claim stands now", () => {
    const claims = [
      claim({ memoryId: "old" }),
      claim({ memoryId: "new", from: 4, seq: 2 }),
      claim({ memoryId: "past", from: 0, to: 2, authority: 70 }),
    ];
    const spans = computeTimeline(claims, "one");
    expect(claims.map((item) => deriveStatus(item, spans, 10))).toEqual(["superseded", "active", "expired"]);
  });

  it("closes and inserts only what changed", () => {
    const before = [{ periodId: "p1", memoryId: "a", from: 0, to: null, confirmation: "confirmed" }];
    const wanted = computeTimeline(
      [claim({ memoryId: "a" }), claim({ memoryId: "b", from: 4, seq: 2 })],
      "one",
    );
    expect(diffTimeline(before, wanted)).toEqual({
      close: ["p1"],
      insert: [
        { memoryId: "a", from: 0, to: 4, confirmation: "confirmed" },
        { memoryId: "b", from: 4, to: null, confirmation: "confirmed" },
      ],
    });
    expect(
      diffTimeline([{ periodId: "p1", ...(wanted[0] as (typeof wanted)[0]) }], wanted.slice(0, 1)),
    ).toEqual({ close: [], insert: [] });
  });
});
