import { expect, test } from "vitest";
import { toSlug } from "@/app/welcome/to-slug";

test.each([
  ["Acme", "acme"],
  ["  Müller & Söhne GmbH ", "muller-sohne-gmbh"],
  ["北京 Labs 3", "labs-3"],
  ["北京", ""],
  ["---", ""],
  [`${"a".repeat(39)} b`, "a".repeat(39)],
])("%s is %s", (name, slug) => {
  expect(toSlug(name)).toBe(slug);
});
