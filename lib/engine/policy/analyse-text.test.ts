import { describe, expect, it } from "vitest";
import { analyseText, listLexemes, listPlainWords } from "@/lib/engine/policy/analyse-text";
import { composePostings } from "@/lib/engine/policy/compose-postings";
import { detectLanguage } from "@/lib/engine/policy/detect-language";
import { stemWord } from "@/lib/engine/policy/stem-word";

describe("analyseText", () => {
  it("stems English and leaves out its function words", () => {
    expect(listLexemes("The headers of all articles are Red")).toEqual(["header", "articl", "red"]);
  });

  it("keeps numbers, versions, ids and names whole", () => {
    expect(listLexemes("A5")).toEqual(["a5"]);
    expect(listLexemes("v1.2.3")).toEqual(["v1.2.3"]);
    expect(listLexemes("3.14")).toEqual(["3.14"]);
    expect(listLexemes("C++ and C#")).toEqual(["c++", "c#"]);
    expect(listLexemes("PostgreSQL 17")).toEqual(["postgresql", "17"]);
    expect(listLexemes("user_id")).toEqual(["user_id", "user", "id"]);
    expect(listLexemes("I'd want what they don't")).toEqual(["want"]);
  });

  it("finds a Chinese name that the segmenter splits, by its pairs", () => {
    const text = listLexemes("欧阳震华喜欢深色模式");
    for (const lexeme of listLexemes("震华")) expect(text).toContain(lexeme);
    expect(text).toContain("深色");
    expect(text).not.toContain("的");
  });

  it("reads mixed text", () => {
    const lexemes = listLexemes("用PostgreSQL 17写报告A5，标题用红色");
    for (const lexeme of ["postgresql", "17", "报告", "a5", "标题", "红色"])
      expect(lexemes).toContain(lexeme);
  });

  it("sees through width, case and accents", () => {
    expect(listLexemes("ＣＡＦÉ")).toEqual(listLexemes("cafe"));
  });

  it("counts positions over stop words too", () => {
    expect(analyseText("the cat and the dog")).toEqual([
      { lexeme: "cat", position: 2 },
      { lexeme: "dog", position: 5 },
    ]);
  });

  it("gives plain words for comparing with keys", () => {
    expect(listPlainWords("What is the article_header policy?")).toEqual([
      "article_header",
      "article",
      "header",
      "policy",
    ]);
  });
});

describe("stemWord", () => {
  it("follows the second Porter stemmer where the first one errs", () => {
    expect([stemWord("skies"), stemWord("dying"), stemWord("news")]).toEqual(["sky", "die", "news"]);
  });
});

describe("composePostings", () => {
  it("gives as many positions as the term occurs", () => {
    expect(composePostings("cat dog cat")).toEqual({ literal: "'cat':1,3 'dog':2", length: 3 });
  });

  it("stays within what a tsvector can hold", () => {
    const long = composePostings("word ".repeat(20_000));
    expect(long.literal.split(",")).toHaveLength(256);
    expect(long.length).toBe(20_000);
  });
});

describe("detectLanguage", () => {
  it("goes by the script", () => {
    expect(detectLanguage("dark mode")).toBe("en");
    expect(detectLanguage("我用PostgreSQL写报告")).toBe("zh");
    expect(detectLanguage("ダークモードが好き")).toBe("ja");
    expect(detectLanguage("a long English sentence that cites 你好 once")).toBe("en");
  });
});
