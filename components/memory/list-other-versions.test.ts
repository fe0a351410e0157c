import { describe, expect, it } from "vitest";
import { listOtherVersions } from "@/components/memory/list-other-versions";
import type { Memory } from "@/lib/contracts/memories";

function version(
  memory_id: string,
  rest: Partial<Pick<Memory, "cardinality" | "status" | "supersedes" | "superseded_by">> = {},
) {
  return {
    memory_id,
    cardinality: "one" as const,
    status: "superseded" as const,
    supersedes: null,
    superseded_by: null,
    ...rest,
  };
}

describe("listOtherVersions", () => {
  it("names every other version that still holds words", () => {
    const items = [version("c", { status: "active" }), version("b", { status: "deleted" }), version("a")];
    expect(listOtherVersions(items, "c")).toEqual(["a"]);
    expect(listOtherVersions(items, "a")).toEqual(["c"]);
  });

  it("has none for a memory that never changed", () => {
    expect(listOtherVersions([version("a", { status: "active" })], "a")).toEqual([]);
  });

  it("takes no other value of a fact with many for a version", () => {
    const many = { cardinality: "many" as const };
    const items = [
      version("tea-3", { ...many, status: "active", supersedes: "tea-2" }),
      version("coffee", { ...many, status: "active" }),
      version("tea-2", { ...many, supersedes: "tea-1", superseded_by: "tea-3" }),
      version("tea-1", { ...many, superseded_by: "tea-2" }),
    ];
    expect(listOtherVersions(items, "tea-3")).toEqual(["tea-2", "tea-1"]);
    expect(listOtherVersions(items, "tea-1")).toEqual(["tea-3", "tea-2"]);
    expect(listOtherVersions(items, "coffee")).toEqual([]);
  });
});
