import { describe, expect, it } from "vitest";
import { parseAcceptLanguage } from "@/lib/server/parse-accept-language";

describe("parseAcceptLanguage", () => {
  it.each([
    [null, "en"],
    ["", "en"],
    ["zh-CN,zh;q=0.9,en;q=0.8", "zh-CN"],
    ["zh-TW", "zh-CN"],
    ["en-GB,en;q=0.9,zh;q=0.8", "en"],
    ["de-DE,de;q=0.9,zh;q=0.4,en;q=0.3", "zh-CN"],
    ["en;q=0.2, zh;q=0.7", "zh-CN"],
    ["zh;q=nonsense, en", "en"],
    ["fr, *;q=0.5", "en"],
  ])("%s reads %s", (header, locale) => {
    expect(parseAcceptLanguage(header)).toBe(locale);
  });
});
