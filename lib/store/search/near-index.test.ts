import { describe, expect, it } from "vitest";
import { nameNearIndex, nearRows, prefixOf, quote } from "@/lib/store/search/near-index";

const place = { tenantId: "ten_1", model: "m@1", scope: "project:a" };

describe("an index of one scope", () => {
  it("has a name of its own, of the tenant's", () => {
    const names = [
      place,
      { ...place, scope: "project:a%" },
      { ...place, model: "m@1\nproject:a", scope: "" },
      { ...place, tenantId: "ten_2" },
    ].map(nameNearIndex);
    expect(new Set(names).size).toBe(4);
    expect(names.every((name) => /^near_[0-9a-f]{16}_[0-9a-f]{24}$/.test(name))).toBe(true);
    expect(names[0]?.startsWith(prefixOf("ten_1"))).toBe(true);
  });

  it.each([
    ["project:a", "'project:a'"],
    ["o'clock", "'o''clock'"],
    ["a\\' or true --", "E'a\\\\'' or true --'"],
  ])("quotes %s", (text, quoted) => {
    expect(quote(text)).toBe(quoted);
    expect(nearRows({ ...place, scope: text })).toContain(`scope = ${quoted} and`);
  });
});
