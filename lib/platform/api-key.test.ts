import { expect, test } from "vitest";
import { crc32, describeApiKey, formatApiKey, parseApiKey, randomBase62 } from "@/lib/platform/api-key";
import { createId } from "@/lib/platform/ids";

test("the checksum is CRC-32 as everybody computes it", () => {
  expect(crc32("123456789")).toBe(0xcbf43926);
});

test("a key names its id, and any single changed character is noticed before a look-up", () => {
  const keyId = createId("key", new Date(1_700_000_000_000));
  const key = formatApiKey(keyId);
  expect(key).toHaveLength("ks_live_".length + 26 + 1 + 43 + 6);
  expect(parseApiKey(key)).toEqual({ keyId });
  for (let i = "ks_live_".length; i < key.length; i++) {
    const other = key[i] === "7" ? "8" : "7";
    expect(parseApiKey(key.slice(0, i) + other + key.slice(i + 1)), `position ${i}`).toBeNull();
  }
  expect(parseApiKey(`${key} `)).toBeNull();
  expect(parseApiKey("")).toBeNull();
});

test("what is shown of a key is not enough to use it", () => {
  const key = formatApiKey(createId("key", new Date(0)));
  const shown = describeApiKey(key);
  expect(key.startsWith(shown.prefix)).toBe(true);
  expect(key.endsWith(shown.last4)).toBe(true);
  expect(shown.prefix.length + shown.last4.length).toBeLessThan(20);
});

test("random letters are spread over the whole alphabet", () => {
  const seen = new Set(randomBase62(5_000));
  expect(seen.size).toBe(62);
});
