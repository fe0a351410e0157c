import fc from "fast-check";
import { expect, test } from "vitest";
import { keepOwnVoice } from "@/lib/engine/extract/keep-own-voice";
import { blankForeignWords, splitSentences } from "@/lib/engine/extract/split-text";

const own = (text: string) => blankForeignWords(text).replaceAll("\uFFFC", "");

test("a longer quotation between curled marks goes, and a short one stays", () => {
  expect(own("She wrote “I live in Madrid now” to me.")).toBe("She wrote  to me.");
  expect(own("Call me “Al”.")).toBe("Call me “Al”.");
  expect(own("She wrote “I live in\nMadrid now” to me.")).toBe("She wrote “I live in\nMadrid now” to me.");
  expect(own("“a b c “d” e f”")).toBe(" e f”");
});

test("a Chinese quotation of some length goes, whatever its marks", () => {
  expect(own("他说“我住在北京市”了。")).toBe("他说了。");
  expect(own("他说「我住在北京市」了。")).toBe("他说了。");
  expect(own('他说"我住在北京市"了。')).toBe("他说了。");
  expect(own("叫我“小王”吧。")).toBe("叫我“小王”吧。");
  expect(own("“「我住在北京市」")).toBe("");
});

test("quotations are found as two patterns would find them that look at each mark anew", () => {
  const blank = (found: string) => found.replace(/./g, "\uFFFC");
  const blankLonger = (found: string) => ((found.match(/\s+/g)?.length ?? 0) >= 2 ? blank(found) : found);
  const patterns = (text: string) =>
    text
      .replace(/[“"「『][^”"」』\n]*\p{Script=Han}[^”"」』\n]{4,}[”"」』]/gu, blank)
      .replace(/"[^"\n]*"/g, blankLonger)
      .replace(/“[^”\n]*”/g, blankLonger);
  const text = fc.array(fc.constantFrom("“", "”", "「", "」", '"', "我", "x", " ", "\n"), { maxLength: 40 });
  fc.assert(
    fc.property(text, (parts) => {
      const written = `z${parts.join("")}`;
      expect(blankForeignWords(written)).toBe(patterns(written));
    }),
    { numRuns: 3_000 },
  );
});

/** Each once took minutes at this length, in which the server answered nobody. */
test.each([
  "x",
  "“",
  "“我",
  "「",
  "1",
  "a.",
  "a-",
  ".",
  "\r",
  "\u2028",
  "我",
  '"我',
  "a ",
  "'a ",
  "-",
  "`",
  "<a",
])("a long text of nothing but %j is read in the time it takes to walk through it", (unit) => {
  const text = `${unit.repeat(80_000 / unit.length)}x`;
  const sentences = splitSentences(blankForeignWords(text));
  expect(keepOwnVoice(text, sentences).length).toBeLessThanOrEqual(sentences.length);
});
