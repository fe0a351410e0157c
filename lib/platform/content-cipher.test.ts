import { describe, expect, it } from "vitest";
import { createContentCipher, type SealedPlace } from "@/lib/platform/content-cipher";

const TENANT = "ten_one";
const PLACE: SealedPlace = {
  tenantId: TENANT,
  table: "memory_contents",
  rowId: "mem_1",
  column: "sealed",
  keyId: "skey_1",
};
const cipher = createContentCipher("a master key");

describe("sealed content", () => {
  const { key, wrapped } = cipher.createDataKey(TENANT, "skey_1");
  const sealed = cipher.seal(key, "The result was 7,2 · 血检", PLACE);

  it("opens where it was sealed, with the key that was wrapped", () => {
    expect(cipher.open(cipher.unwrap(TENANT, "skey_1", wrapped), sealed, PLACE)).toBe(
      "The result was 7,2 · 血检",
    );
    expect(sealed).not.toContain("result");
  });

  it("is another text each time", () => {
    expect(cipher.seal(key, "same", PLACE)).not.toBe(cipher.seal(key, "same", PLACE));
  });

  it.each([
    ["tenant", { tenantId: "ten_two" }],
    ["table", { table: "candidates" }],
    ["row", { rowId: "mem_2" }],
    ["column", { column: "statement" }],
    ["key", { keyId: "skey_2" }],
    ["row and table, their border moved", { table: "memory_contentsm", rowId: "em_1" }],
  ])("does not open as if it stood in another %s", (_what, other) => {
    expect(() => cipher.open(key, sealed, { ...PLACE, ...other })).toThrow("does not open");
  });

  it("does not open once a byte of it was changed, wherever", () => {
    const bytes = Buffer.from(sealed.slice(3), "base64url");
    for (const at of [0, 12, 28, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => cipher.open(key, `k1.${changed.toString("base64url")}`, PLACE)).toThrow("does not open");
    }
  });

  it.each(["", "k1", "k1.", "k2.AAAA", "k1.AAAA", `${"k1."}${"A".repeat(60)}.more`])(
    "refuses %j as no envelope of this version",
    (text) => {
      expect(() => cipher.open(key, text, PLACE)).toThrow("not an envelope");
    },
  );

  it("a wrapped key opens for its tenant, its id and its master key alone", () => {
    expect(() => cipher.unwrap("ten_two", "skey_1", wrapped)).toThrow();
    expect(() => cipher.unwrap(TENANT, "skey_2", wrapped)).toThrow();
    expect(() => createContentCipher("another").unwrap(TENANT, "skey_1", wrapped)).toThrow();
  });

  it("digests and tokens tell nothing across tenants, columns and master keys", () => {
    const tokens = [
      cipher.toToken(TENANT, "topic", "health"),
      cipher.toToken(TENANT, "purpose", "health"),
      cipher.toToken("ten_two", "topic", "health"),
      createContentCipher("another").toToken(TENANT, "topic", "health"),
    ];
    expect(new Set(tokens).size).toBe(4);
    expect(cipher.toToken(TENANT, "topic", "health")).toBe(tokens[0]);
    expect(cipher.digestSubject(TENANT, "user:ada")).not.toBe(cipher.digestSubject("ten_two", "user:ada"));
  });
});
