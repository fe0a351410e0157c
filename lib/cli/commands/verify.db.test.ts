import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyTenants } from "@/lib/cli/commands/verify-audit";
import { requireValidReceipt } from "@/lib/cli/commands/verify-receipt";
import { createErasePath } from "@/lib/engine/erase-path";
import { createSigner } from "@/lib/platform/hashing";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";
import { plantCanary } from "@/lib/testing/plant-canary";
import { createReadWorld } from "@/lib/testing/read-world";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());

async function issueReceipt() {
  const world = await createReadWorld(opened.database, null);
  const signer = createSigner("a master key for tests", "receipt");
  const path = createErasePath({ ...world.deps, ports: { ...world.deps.ports, signer } });
  const { memoryId } = await plantCanary(world);
  const asked = await path.requestDeletion(world.call(), { selector: { memory_ids: [memoryId] } });
  const receipt = await path.getReceipt(world.call(), asked.deletion_id ?? "");
  return { world, signer, receipt };
}

describe("a receipt from a file", () => {
  test("verifies as it came and pretty-printed; not changed, added to, cut or signed by another", async () => {
    const { signer, receipt } = await issueReceipt();
    expect(requireValidReceipt(JSON.stringify(receipt), signer.keyId).receipt.status).toBe("complete");
    expect(requireValidReceipt(JSON.stringify(receipt, null, 2)).signature.key_id).toBe(signer.keyId);
    const changed = structuredClone(receipt);
    changed.receipt.affected.memories = 2;
    expect(() => requireValidReceipt(JSON.stringify(changed))).toThrow("changed after it was signed");
    const added = { ...receipt, receipt: { ...receipt.receipt, remark: "all copies gone" } };
    expect(() => requireValidReceipt(JSON.stringify(added))).toThrow("changed after it was signed");
    expect(() => requireValidReceipt(JSON.stringify({ receipt: receipt.receipt }))).toThrow("no receipt");
    expect(() => requireValidReceipt("{")).toThrow("not JSON");
    expect(() => requireValidReceipt(JSON.stringify(receipt), "0123456789abcdef")).toThrow("not with");
    const misnamed = { ...receipt, signature: { ...receipt.signature, key_id: "0123456789abcdef" } };
    expect(() => requireValidReceipt(JSON.stringify(misnamed))).toThrow("names another key");
  });
});

describe("the audit log of an installation", () => {
  test("is compared with the receipts at hand", async () => {
    const { world, receipt } = await issueReceipt();
    const { tenantId } = world;
    const position = receipt.receipt.audit;
    if (!position) throw new Error("the receipt names no place");
    const check = (kept: typeof position) =>
      verifyTenants(opened.database, tenantId, new Map([[tenantId, [kept]]]));
    expect(await check(position)).toEqual({ lines: [expect.stringContaining("whole")], wrong: false });
    const forged = await check({ ...position, hash: "f00" });
    expect(forged.wrong).toBe(true);
    expect(forged.lines.join("\n")).toContain("cut off, or made anew");
    expect((await verifyTenants(opened.database, "nowhere", new Map())).wrong).toBe(true);
    const elsewhere = await verifyTenants(opened.database, null, new Map([["ten_other", [position]]]));
    expect(elsewhere.wrong).toBe(true);
  });
});
