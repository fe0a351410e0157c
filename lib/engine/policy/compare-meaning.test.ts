import { describe, expect, it } from "vitest";
import { compareMeaning, type Said } from "@/lib/engine/policy/compare-meaning";

const said = (predicate: string, value: unknown, statement: string, subject = "user:lin"): Said => ({
  subject,
  predicate,
  value,
  statement,
});
const closeness = (a: Said, b: Said) => compareMeaning(a, b, 0.6);

describe("how close two statements are", () => {
  const blue = said("likes", "blue", "User likes blue.");
  it.each([
    said("favorite_color", "Blue", "The user's favorite color is blue."),
    said("preferred_colour", "blue", "Prefers the colour blue"),
    said("color_preference", "blue.", "I love blue"),
    said("喜欢的颜色", "blue", "用户喜欢的颜色是 blue"),
  ])("%o says what `likes blue` says", (other) => {
    expect(closeness(blue, other)).toMatchObject({ kind: "same" });
    expect(closeness(other, blue)).toMatchObject({ kind: "same" });
  });

  // Pairs that share most of their words and are not the same.
  it.each([
    [
      "code and replies",
      said("style", "concise code", "Lin prefers concise code"),
      said("tone", "concise replies", "Lin prefers concise replies"),
    ],
    [
      "A and B",
      said("cache_a", "Redis", "Service A uses Redis"),
      said("cache_b", "Redis", "Service B uses Redis"),
    ],
    [
      "versions",
      said("runtime", "Node 20", "The project runs on Node 20"),
      said("engine", "Node 22", "The project runs on Node 22"),
    ],
    ["decimals", said("python", "3.10", "Uses Python 3.10"), said("interpreter", "3.1", "Uses Python 3.1")],
    [
      "years",
      said("tenure", "5 years", "Worked 5 years at Google"),
      said("time_at_google", "6 years", "Worked 6 years at Google"),
    ],
    [
      "who reports",
      said("manager", "Ann reports to Bob", "Ann reports to Bob"),
      said("boss", "Bob reports to Ann", "Bob reports to Ann"),
    ],
    ["a film", blue, said("favorite_movie", "Blue", "The favorite movie is Blue")],
    [
      "two cities",
      said("home_city", "Berlin", "Home city is Berlin"),
      said("birth_city", "Berlin", "Birth city is Berlin"),
    ],
    [
      "two limits",
      said("max_words", 1500, "At most 1500 words"),
      said("min_words", 1500, "At least 1500 words of text"),
    ],
  ])("%s stay apart", (_, a, b) => {
    expect(closeness(a, b).kind).not.toBe("same");
    expect(closeness(b, a).kind).not.toBe("same");
  });

  it("sees a denial as the opposite, in both languages", () => {
    expect(closeness(blue, said("dislikes", "blue", "User dislikes blue"))).toMatchObject({
      code: "opposite",
    });
    expect(
      closeness(said("rule", "tabs", "Always use tabs"), said("format", "tabs", "Never use tabs")),
    ).toMatchObject({ kind: "possible", code: "opposite" });
    expect(closeness(said("喜欢", "猫", "喜欢猫"), said("讨厌", "猫", "讨厌猫"))).toMatchObject({
      code: "opposite",
    });
  });

  it("a sentence that does not say what it is about merges nothing", () => {
    const on = (key: string) => said(key, true, "Enabled for everybody");
    expect(closeness(on("search_enabled"), on("export_enabled"))).toMatchObject({
      kind: "possible",
      code: "same_value",
    });
    expect(closeness(on("flag 1"), on("flag 2")).kind).not.toBe("same");
  });

  it("asks where one only adds words to the other", () => {
    const short = said("rule", "articles explain mechanisms", "Articles must explain mechanisms");
    const long = said("standard", "explain mechanisms clearly", "Articles must explain mechanisms clearly");
    expect(closeness(short, long)).toMatchObject({ kind: "possible", code: "close_words" });
  });
});
