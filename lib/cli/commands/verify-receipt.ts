import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Command } from "@/lib/cli/command";
import { type DeletionReceipt, deletionReceipt } from "@/lib/contracts/deletions";
import { readEnvironment } from "@/lib/platform/env";
import { canonicalJson, sha256Hex, verifySignature } from "@/lib/platform/hashing";

/**
 * Whether a receipt is whole and was signed with the key it names. Needs no database and no network.
 * @throws Error saying what is wrong with it
 */
export function requireValidReceipt(text: string, keyId?: string): DeletionReceipt {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error("This is no receipt: it is not JSON.");
  }
  const parsed = deletionReceipt.safeParse(json);
  if (!parsed.success) {
    const paths = parsed.error.issues.slice(0, 5).map((issue) => issue.path.join(".") || "the whole");
    throw new Error(`This is no receipt: ${paths.join(", ")} is missing or wrong.`);
  }
  const { signature } = parsed.data;
  // The bytes as they came, not as the schema would write them again: an added field must not pass.
  const signed = canonicalJson((json as { receipt: unknown }).receipt);
  if (!verifySignature(signature.public_key, signed, signature.value)) {
    throw new Error("The signature does not fit: the receipt was changed after it was signed.");
  }
  if (sha256Hex(Buffer.from(signature.public_key, "base64")).slice(0, 16) !== signature.key_id) {
    throw new Error("The receipt names another key than the one it was signed with.");
  }
  if (keyId !== undefined && keyId !== signature.key_id) {
    throw new Error(`It is whole, but signed with key ${signature.key_id}, not with ${keyId}.`);
  }
  return parsed.data;
}

/** Shows a receipt that verifies, in plain words; what is still open is said first. */
export const verifyReceipt: Command = {
  name: "verify-receipt",
  usage: "<file> [--key-id <id>]",
  summary: "check a deletion receipt, without database or network",
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { "key-id": { type: "string" } },
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) {
      console.error("Name one file: npm run keepsake -- verify-receipt <file>");
      return 2;
    }
    const path = resolve(readEnvironment().INIT_CWD ?? ".", file);
    const { receipt, signature } = requireValidReceipt(await readFile(path, "utf8"), values["key-id"]);
    console.log(`The receipt is whole and signed with key ${signature.key_id}.`);
    console.log(`Deletion ${receipt.deletion_id}: ${receipt.status}, ${receipt.affected.memories} memories.`);
    for (const { target, until } of receipt.pending) {
      console.log(`  open    ${target}${until ? ` until ${until}` : ""}`);
    }
    for (const { target, state, found, removed, left } of receipt.targets) {
      if (state === "not_present") console.log(`  absent  ${target}`);
      else if (state === "done")
        console.log(`  clean   ${target}: found ${found}, removed ${removed}, left ${left}`);
    }
    if (values["key-id"] === undefined) {
      console.log(
        "Whose key that is, a signature cannot say. Compare the id with the one you were given: --key-id.",
      );
    }
    return 0;
  },
};
