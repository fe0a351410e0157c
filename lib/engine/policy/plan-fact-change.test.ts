import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FactState, StoredClaim } from "@/lib/engine/model/fact-state";
import { type ClaimChange, planFactChange } from "@/lib/engine/policy/plan-fact-change";
import type { Claim } from "@/lib/engine/policy/timeline";
import { holderAt, type ReferenceClaim } from "@/lib/testing/reference-fact";

interface Period {
  periodId: string;
  memoryId: string;
  from: number;
  to: number | null;
  confirmation: string;
  knownFrom: number;
  knownTo: number | null;
}

const step = fc.record({
  kind: fc.constantFrom("add", "add", "add", "candidate", "end", "hole", "gone", "again", "raise"),
  target: fc.nat(20),
  from: fc.integer({ min: 0, max: 30 }),
  length: fc.option(fc.integer({ min: 1, max: 15 }), { nil: null }),
  authority: fc.constantFrom(10, 30, 50, 70),
  observedAt: fc.integer({ min: 0, max: 30 }),
  later: fc.integer({ min: 1, max: 4 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A database of one fact: what the store does with a plan, and nothing else. */
function createFact() {
  const claims: StoredClaim[] = [];
  const periods: Period[] = [];
  let knownBound: number | null = null;
  let made = 0;

  function read(): FactState {
    return {
      factId: "fact",
      scope: "project:A",
      subject: "project:A",
      predicate: "database",
      cardinality: "one",
      revisions: claims.length,
      knownBound,
      claims: claims.map((claim) => ({ ...claim })),
      open: periods.filter((period) => period.knownTo === null).map((period) => ({ ...period })),
    };
  }

  function apply(t: number, changes: ClaimChange[], added: Claim | null, status?: "candidate") {
    const plan = planFactChange(
      read(),
      t,
      changes,
      added ? { claim: added, ...(status && { status }) } : null,
    );
    for (const period of periods) {
      if (!plan.close.includes(period.periodId)) continue;
      // Closed once, and only what was open.
      expect(period.knownTo).toBeNull();
      expect(period.knownFrom).toBeLessThan(t);
      period.knownTo = t;
    }
    for (const span of plan.insert) {
      made += 1;
      expect(span.to === null || span.to > span.from).toBe(true);
      periods.push({ ...span, periodId: `p${made}`, knownFrom: t, knownTo: null });
    }
    if (added)
      claims.push({
        ...added,
        revision: claims.length + 1,
        status: plan.addedStatus ?? "active",
        statusReason: null,
        valueDigest: added.memoryId,
        sourceType: "user_statement",
        trust: 1,
        sensitivity: "low",
        stateRevision: 0,
        supersededBy: plan.addedSupersededBy,
        retiredAt: null,
      });
    for (const update of plan.updates) {
      const claim = claims.find((one) => one.memoryId === update.memoryId);
      if (!claim) throw new Error("an update of nothing");
      Object.assign(claim, {
        status: update.status,
        state: update.claimState,
        endedAt: update.endedAt,
        authority: update.authority,
        confirmation: update.confirmation,
        supersededBy: update.supersededBy,
        retiredAt: update.retiredAt,
        stateRevision: update.stateRevision,
      });
    }
    knownBound = t;
    return plan;
  }
  return { claims, periods, apply };
}

function run(steps: readonly Step[]): void {
  const fact = createFact();
  const snapshots: { at: number; claims: ReferenceClaim[] }[] = [];
  let t = 100;
  for (const one of steps) {
    t += one.later;
    const target = fact.claims[one.target % Math.max(1, fact.claims.length)];
    if (one.kind === "add" || one.kind === "candidate") {
      const added: Claim = {
        memoryId: `m${fact.claims.length + 1}`,
        from: one.from,
        to: one.length === null ? null : one.from + one.length,
        state: one.kind === "add" ? "held" : "gone",
        endedAt: null,
        authority: one.authority,
        observedAt: one.observedAt,
        seq: fact.claims.length + 1,
        confirmation: "observed",
      };
      fact.apply(t, [], added, one.kind === "candidate" ? "candidate" : undefined);
    } else if (target) {
      const change: ClaimChange = { memoryId: target.memoryId };
      if (one.kind === "end") change.claim = { state: "ended", endedAt: target.from + one.from };
      if (one.kind === "hole") Object.assign(change, { claim: { state: "hole" }, status: "revoked" });
      if (one.kind === "gone") Object.assign(change, { claim: { state: "gone" }, status: "revoked" });
      if (one.kind === "again") change.claim = { state: target.endedAt === null ? "held" : "ended" };
      if (one.kind === "raise")
        Object.assign(change, { claim: { authority: one.authority }, confirmation: "confirmed" });
      fact.apply(t, [change], null);
    }
    snapshots.push({
      at: t,
      claims: fact.claims.map((claim) => ({ ...claim, id: claim.memoryId, value: claim.memoryId })),
    });
  }
  for (const { at, claims } of snapshots) {
    for (let instant = -1; instant <= 62; instant++) {
      const stored = fact.periods.filter(
        (period) =>
          period.from <= instant &&
          (period.to === null || instant < period.to) &&
          period.knownFrom <= at &&
          (period.knownTo === null || at < period.knownTo),
      );
      // Two holders of one instant are what the database refuses.
      expect(stored.length).toBeLessThanOrEqual(1);
      expect(stored[0]?.memoryId ?? null).toBe(holderAt(claims, instant)?.id ?? null);
    }
  }
  for (const claim of fact.claims) {
    if (claim.state !== "held" && claim.state !== "ended") continue;
    const holdsOn = fact.periods.some(
      (period) => period.memoryId === claim.memoryId && period.knownTo === null && (period.to ?? 1e9) > t,
    );
    if (claim.status === "active") expect(claim.retiredAt).toBeNull();
    if (holdsOn) expect(claim.status).toBe("active");
  }
}

describe("every change of a fact, planned", () => {
  it("agrees with the rules read literally, at every instant, as known at every moment", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 14 }), (steps) => run(steps)),
      { numRuns: 600 },
    );
  });

  it("a change that changes nothing writes no period", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
        const fact = createFact();
        let t = 100;
        for (const one of steps) {
          t += one.later;
          const claim: Claim = {
            memoryId: `m${fact.claims.length + 1}`,
            from: one.from,
            to: null,
            state: "held",
            endedAt: null,
            authority: one.authority,
            observedAt: one.observedAt,
            seq: fact.claims.length + 1,
            confirmation: "observed",
          };
          fact.apply(t, [], claim);
        }
        const plan = fact.apply(t + 1, [], null);
        expect([plan.close, plan.insert, plan.updates, plan.transitions]).toEqual([[], [], [], []]);
      }),
      { numRuns: 100 },
    );
  });
});
