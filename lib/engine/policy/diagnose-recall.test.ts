import { describe, expect, it } from "vitest";
import { DIAGNOSES, REJECT_CODES } from "@/lib/contracts/retrievals";
import { diagnoseRecall, type RecallFate } from "@/lib/engine/policy/diagnose-recall";

const fate = (over: Partial<RecallFate>): RecallFate => ({
  code: null,
  status: "active",
  sourceType: "user_statement",
  tooLate: false,
  unindexed: false,
  frontPacked: false,
  use: null,
  ...over,
});

describe("the diagnosis of a recall", () => {
  it.each<[Partial<RecallFate>, string | null]>([
    [{}, null],
    [{ use: "used" }, null],
    [{ use: "unused" }, "use"],
    [{ use: "harmed" }, "negative_transfer"],
    [{ use: "contradicted" }, "update"],
    [{ code: "not_a_candidate", tooLate: true }, "write"],
    [{ code: "not_a_candidate", unindexed: true }, "write"],
    [{ code: "not_a_candidate" }, "recall"],
    [{ code: "below_k" }, "recall"],
    [{ code: "budget" }, "recall"],
    [{ code: "source_cap" }, "recall"],
    [{ code: "scope" }, "recall"],
    [{ code: "status", status: "superseded" }, "update"],
    [{ code: "status", status: "pending_approval" }, "write"],
    [{ code: "status", status: "quarantined" }, "poisoning"],
    [{ code: "consensus" }, "poisoning"],
    [{ code: "trust_floor", sourceType: "external_content" }, "poisoning"],
    [{ code: "trust_floor", sourceType: "agent_inference" }, "write"],
    [{ code: "shadowed" }, "update"],
    [{ code: "duplicate_of", frontPacked: true }, null],
    [{ code: "duplicate_of", frontPacked: false }, "recall"],
  ])("of %j is %s", (over, label) => {
    expect(diagnoseRecall(fate(over))).toBe(label);
  });

  it("is one of the six labels for every reason, and every label has a reason", () => {
    const given = new Set<unknown>();
    for (const code of REJECT_CODES) {
      const label = diagnoseRecall(fate({ code }));
      expect(DIAGNOSES).toContain(label);
      given.add(label);
    }
    for (const use of ["unused", "harmed"] as const) given.add(diagnoseRecall(fate({ use })));
    expect([...given].toSorted()).toEqual([...DIAGNOSES].toSorted());
  });
});
