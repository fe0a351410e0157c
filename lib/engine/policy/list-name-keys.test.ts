import { describe, expect, it } from "vitest";
import { subjectKey } from "@/lib/engine/policy/fold-name";
import { listNameKeys } from "@/lib/engine/policy/list-name-keys";

describe("the keys of names in a text", () => {
  it.each([
    ["What does Bob like?", "bob"],
    ["What does BOB’S team like?", "Bob's team"],
    ["is it Rosa Maria Diaz, or not", "rosa-maria diaz"],
    ["小王喜欢什么颜色？", "小王"],
    ["请问 老 板 Ｂｏｂ 在哪", "Bob"],
    ["who is Node 20's owner", "Node 20"],
    ["who is at Wendy’s now", "Wendy's"],
  ])("of %s hold %s", (text, name) => {
    expect(listNameKeys(text, [])).toContain(subjectKey(name));
  });

  it("take an entity as it is, whatever its length, and grow no further than a bound", () => {
    expect(listNameKeys("", ["entity:A very long name of five words", "user:ada"])).toEqual([
      "entity:a very long name of five words",
      "user:ada",
    ]);
    expect(listNameKeys("word ".repeat(20_000), []).length).toBeLessThanOrEqual(1_000);
    expect(listNameKeys(Array.from({ length: 5_000 }, (_, i) => `w${i}`).join(" "), [])).toHaveLength(1_000);
  });
});
