import { expect, test } from "vitest";
import { toOwnUrl } from "@/lib/server/auth-options";
import { isOwnOrigin } from "@/lib/server/own-origin";

const from = (headers: Record<string, string>) =>
  isOwnOrigin(new Headers({ host: "keepsake.example", ...headers }));

test("a request of our own page passes, every other one does not", () => {
  expect(from({ origin: "https://keepsake.example", "sec-fetch-site": "same-origin" })).toBe(true);
  expect(from({ origin: "https://keepsake.example" })).toBe(true);
  expect(from({})).toBe(false);
  expect(from({ origin: "null" })).toBe(false);
  expect(from({ origin: "https://evil.example" })).toBe(false);
  expect(from({ origin: "https://keepsake.example.evil.example" })).toBe(false);
  expect(from({ origin: "https://keepsake.example", "sec-fetch-site": "cross-site" })).toBe(false);
  expect(from({ origin: "https://keepsake.example", "sec-fetch-site": "same-site" })).toBe(false);
  expect(from({ origin: "https://keepsake.example:8443" })).toBe(false);
});

test("behind a proxy the forwarded host counts", () => {
  expect(from({ "x-forwarded-host": "memory.example", origin: "https://memory.example" })).toBe(true);
});

test("after signing in, nobody is sent to another site", () => {
  const base = "https://keepsake.example";
  expect(toOwnUrl("/me/memories?topic=work", base)).toBe(`${base}/me/memories?topic=work`);
  for (const url of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://keepsake.example@evil.example/",
    "https://keepsake.example.evil.example/",
    "http://keepsake.example/",
  ]) {
    const target = new URL(toOwnUrl(url, base));
    expect(target.origin, url).toBe(base);
  }
});
