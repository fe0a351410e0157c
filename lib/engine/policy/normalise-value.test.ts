import { describe, expect, it } from "vitest";
import { normaliseValue, normaliseValueAtFirst } from "@/lib/engine/policy/normalise-value";

const same = (a: unknown, b: unknown, predicate = "value") =>
  normaliseValue(a, predicate) === normaliseValue(b, predicate);

describe("one value in several spellings", () => {
  it.each<[unknown, unknown]>([
    ["PostgreSQL", " postgresql. "],
    ["ＰｏｓｔｇｒｅＳＱＬ", "postgresql"],
    ["1,500 words", "1500 words"],
    ["1,500 words", "1.5k words"],
    ["5k", 5000],
    ["5k", "5,000"],
    ["1 h", "60 min"],
    ["1.5 hours", "90 minutes"],
    ["two weeks", "14 days"],
    ["一千五百字", "1500字"],
    ["一万二千字", "12,000 字"],
    ["1.5万字", "15000字"],
    ["三个月", "3 months"],
    ["两小时", "120 分钟"],
    ["十二", 12],
    ["2 years", "24 months"],
    ["1.80 metres", "180 cm"],
    ["2026-12-01", "1 Dec 2026"],
    ["December 1st, 2026", "2026年12月1日"],
    ["2026/12/1", "Dec 1 2026"],
    ["2026-12-01T08:00:00+08:00", "2026-12-01T00:00:00Z"],
    [true, "yes"],
    ["是", true],
    [false, "No."],
    ['"blue"', "Blue"],
    [{ Length: "1,500 words" }, { length: "1500 words" }],
  ])("%j = %j", (a, b) => expect(same(a, b)).toBe(true));

  it.each<[unknown, unknown]>([
    ["Node 20", "Node 22"],
    ["3.10", "3.1"],
    ["3.10", 3.1],
    ["v1.2", "v1.20"],
    ["PostgreSQL 17", "PostgreSQL 18"],
    ["007", 7],
    ["+4915112345", "4915112345"],
    ["01/12/2026", "2026-12-01"],
    ["31 Feb 2026", "2026-02-31"],
    ["5 years", "6 years"],
    ["1 GB", "1000 MB"],
    ["1500 words", "1500字"],
    ["A and B", "B and A"],
    ["concise code", "concise replies"],
    ["Ann", "Anne"],
    ["一一", 11],
    ["十百", 1000],
    [
      ["a", "b"],
      ["b", "a"],
    ],
    ["", "0"],
  ])("%j ≠ %j", (a, b) => expect(same(a, b)).toBe(false));

  it("takes a list for a set only where the predicate names one", () => {
    expect(same(["English", "Chinese"], "Chinese and English", "languages")).toBe(true);
    expect(same(["猫", "狗"], "狗、猫", "宠物")).toBe(true);
    expect(same(["title", "summary"], ["summary", "title"], "article_header")).toBe(false);
    expect(same("English", ["english"], "spoken_languages")).toBe(true);
    expect(same(["a", "b"], ["a"], "tags")).toBe(false);
  });

  it("still makes the text that older digests were made of", () => {
    expect(normaliseValueAtFirst({ B: " X. ", a: ["1,500 Words", 2, true] })).toBe(
      '{"a":["1,500 words",2,true],"b":"x"}',
    );
  });
});
