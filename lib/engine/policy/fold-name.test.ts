import { describe, expect, it } from "vitest";
import { foldName, predicateKey, subjectKey } from "@/lib/engine/policy/fold-name";

describe("one spelling for all of a name", () => {
  it.each([
    ["Zeus", " ZEUS "],
    ["Zeus", "Ｚｅｕｓ"],
    ["Acme Inc.", "acme inc"],
    ["Ann-Lee", "ann lee"],
    ["O'Brien", "O’Brien"],
    ["「知识库」", "知识库"],
    ["St. John", "st john"],
  ])("%s = %s", (a, b) => expect(foldName(a)).toBe(foldName(b)));

  it.each([
    ["C", "C++"],
    ["C", "C#"],
    ["Node 20", "Node 22"],
    ["Python 3.10", "Python 3.1"],
    ["Ann", "Ann Lee"],
    ["!", "?"],
  ])("%s ≠ %s", (a, b) => expect(foldName(a)).not.toBe(foldName(b)));

  it("takes a name for a name and leaves ids alone", () => {
    expect(subjectKey("entity:Zeus")).toBe(subjectKey("zeus"));
    expect(subjectKey("user:Lin")).not.toBe(subjectKey("user:lin"));
    expect(subjectKey("entity:user:lin")).not.toBe(subjectKey("user:lin"));
  });

  it("reads a predicate in any spelling", () => {
    expect(predicateKey("Article header")).toBe(predicateKey("article_header"));
    expect(predicateKey("article.header")).not.toBe(predicateKey("article_header"));
    expect(predicateKey("标题-字段")).toBe(predicateKey("标题 字段"));
  });
});
