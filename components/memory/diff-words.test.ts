import { describe, expect, it } from "vitest";
import { diffWords, splitWords } from "@/components/memory/diff-words";

function join(parts: ReturnType<typeof diffWords>, ...kinds: string[]): string {
  return parts
    .filter((part) => kinds.includes(part.kind))
    .map((part) => part.text)
    .join("");
}

describe("diffWords", () => {
  it.each([
    ["The header has five fields.", "The header has seven fields.", "en"],
    ["本项目的文章使用七个字段的标题栏。", "本项目的文章使用五个字段的标题栏。", "zh-CN"],
    ["", "新的一句。", "zh-CN"],
    ["same", "same", "en"],
  ])("loses nothing of either text: %s → %s", (before, after, locale) => {
    const parts = diffWords(before, after, locale);
    expect(join(parts, "same", "removed")).toBe(before);
    expect(join(parts, "same", "added")).toBe(after);
  });

  it("cuts Chinese into words, not into one block", () => {
    const parts = diffWords("文章使用七个字段", "文章使用五个字段", "zh-CN");
    expect(join(parts, "same")).toContain("文章使用");
    expect(["五", "五个"]).toContain(join(parts, "added"));
  });

  it("cuts Chinese also when the page is English", () => {
    expect(splitWords("我喜欢简短的报告", "en").length).toBeGreaterThan(3);
  });
});
