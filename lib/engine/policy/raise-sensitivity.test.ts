import { describe, expect, it } from "vitest";
import type { StoredClaim } from "@/lib/engine/model/fact-state";
import { isOfHigh, listRaised } from "@/lib/engine/policy/raise-sensitivity";

function claim(memoryId: string, over: Partial<StoredClaim> = {}): StoredClaim {
  return {
    memoryId,
    from: 0,
    to: null,
    state: "held",
    endedAt: null,
    authority: 80,
    observedAt: 0,
    seq: 1,
    confirmation: "confirmed",
    revision: 1,
    status: "active",
    statusReason: null,
    valueDigest: null,
    sourceType: "user_statement",
    trust: 0.8,
    sensitivity: "low",
    stateRevision: 0,
    supersededBy: null,
    retiredAt: null,
    ...over,
  };
}

describe("raising a fact's sensitivity", () => {
  const coming = { sensitivity: "high", authority: 30, confirmed: false, adds: true };

  it("takes every version in clear along, whatever became of it", () => {
    const claims = [
      claim("a", { status: "superseded", state: "gone" }),
      claim("b", { sensitivity: "high" }),
      claim("c"),
    ];
    expect(listRaised(claims, coming)).toEqual(["a", "c"]);
    expect(listRaised(claims, { ...coming, sensitivity: "medium" })).toEqual([]);
  });

  it("by repeating what is held takes a person's sure word, or as much authority", () => {
    const again = { ...coming, adds: false };
    expect(listRaised([claim("a")], again)).toEqual([]);
    expect(listRaised([claim("a")], { ...again, authority: 80 })).toEqual(["a"]);
    expect(listRaised([claim("a", { authority: 90 })], { ...again, confirmed: true })).toEqual(["a"]);
  });

  it("a fact is of high sensitivity by what was let in once, not by what waits or was turned away", () => {
    const high = (over: Partial<StoredClaim>) => [claim("a"), claim("b", { sensitivity: "high", ...over })];
    expect(isOfHigh(high({}))).toBe(true);
    expect(isOfHigh(high({ status: "deleted", statusReason: "erased" }))).toBe(true);
    expect(isOfHigh(high({ status: "revoked", statusReason: "retracted" }))).toBe(true);
    expect(isOfHigh(high({ status: "quarantined" }))).toBe(false);
    expect(isOfHigh(high({ status: "pending_approval" }))).toBe(false);
    expect(isOfHigh(high({ status: "revoked", statusReason: "condemned" }))).toBe(false);
    expect(isOfHigh(high({ status: "revoked", statusReason: "approval_rejected" }))).toBe(false);
  });
});
