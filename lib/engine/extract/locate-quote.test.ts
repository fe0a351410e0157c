import { describe, expect, test } from "vitest";
import { locateQuote } from "@/lib/engine/extract/locate-quote";
import { splitParts } from "@/lib/engine/extract/split-parts";

describe("a quote in its sentence", () => {
  test.each([
    ["Hello. Just this once, keep it short. Bye.", "keep it short", "Just this once, keep it short."],
    ["I don't think I like tea. I like coffee.", "I like tea", "I don't think I like tea."],
    ["你好。如果可能的话，我住在上海。再见。", "我住在上海", "如果可能的话，我住在上海。"],
    ["Use Next.js 16.4.6 here. Fine.", "Next.js 16.4.6", "Use Next.js 16.4.6 here."],
    ["one line\nanother line", "another", "another line"],
    ["the whole text", "the whole text", "the whole text"],
  ])("%s", (text, quote, sentence) => {
    const at = locateQuote(text, quote);
    expect(at?.sentence).toBe(sentence);
    expect(text.slice(at?.sentenceStart, (at?.sentenceStart ?? 0) + sentence.length)).toBe(sentence);
    expect(text.slice(at?.start, at?.end)).toBe(quote);
  });

  test("is not found when a letter differs", () => {
    expect(locateQuote("I live in Lisbon.", "I live in lisbon")).toBeNull();
    expect(locateQuote("I live in Lisbon.", "")).toBeNull();
  });
});

test("parts are the text, none too long, cut at an end where there is one, never inside a character", () => {
  for (const text of ["", "short", `${"A sentence. ".repeat(300)}`, "字".repeat(900), "😀".repeat(700)]) {
    const parts = splitParts(text, 501);
    expect(parts.map((part) => part.text).join("")).toBe(text);
    for (const part of parts) {
      expect(part.text.length).toBeLessThanOrEqual(501);
      expect(text.slice(part.start, part.start + part.text.length)).toBe(part.text);
      expect(() => encodeURIComponent(part.text)).not.toThrow();
    }
  }
});
