import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { canonicalJson, type Signer, verifySignature } from "@/lib/platform/hashing";
import { type AuditPosition, findAuditHead } from "@/lib/store/audit-chain";
import type { Database } from "@/lib/store/client";
import { listTenants } from "@/lib/store/principals/tenants";

/** A place in a tenant's chain, as it was seen and signed. `restored`: the chain was put back to it, on purpose. */
export interface AuditCheckpoint extends AuditPosition {
  tenant_id: string;
  at: string;
  restored: boolean;
}

interface SignedCheckpoint {
  checkpoint: AuditCheckpoint;
  key_id: string;
  signature: string;
}

type LineSigner = Pick<Signer, "keyId" | "sign">;

/**
 * Writes down where each tenant's chain stands, signed, in a file outside the database: whoever can write to the
 * database can make a chain anew, and cannot make it go through these places. Only where it has moved.
 * @returns how many places were written
 */
export async function writeCheckpoints(
  database: Database,
  signer: LineSigner,
  path: string,
  now: Date,
  { restored = false, seen = new Map<string, number>() } = {},
): Promise<number> {
  const lines: string[] = [];
  for (const { tenantId } of await database.withoutTenant(listTenants)) {
    const head = await database.withTenant(tenantId, (tx) => findAuditHead(tx, tenantId));
    if (head === null || (!restored && seen.get(tenantId) === head.seq)) continue;
    seen.set(tenantId, head.seq);
    const checkpoint = { tenant_id: tenantId, ...head, at: now.toISOString(), restored };
    const signed: SignedCheckpoint = {
      checkpoint,
      key_id: signer.keyId,
      signature: signer.sign(canonicalJson(checkpoint)),
    };
    lines.push(JSON.stringify(signed));
  }
  if (lines.length === 0) return 0;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "a", 0o600);
  await file.write(`${lines.join("\n")}\n`);
  await file.sync();
  await file.close();
  return lines.length;
}

/**
 * The places that each tenant's chain must go through. What a restore put back counts from there on.
 * @param publicKey of the installation; a line under another one is no checkpoint
 * @returns also the numbers of lines that are not whole
 */
export async function readCheckpoints(
  path: string,
  publicKey: string,
): Promise<{ kept: Map<string, AuditPosition[]>; wrong: number[] }> {
  const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
  const kept = new Map<string, AuditPosition[]>();
  const wrong: number[] = [];
  for (const [index, line] of lines.entries()) {
    const checkpoint = openLine(line, publicKey);
    if (checkpoint === null) {
      wrong.push(index + 1);
      continue;
    }
    const { tenant_id: tenantId, seq, hash, restored } = checkpoint;
    const before = kept.get(tenantId) ?? [];
    kept.set(tenantId, [...(restored ? before.filter((one) => one.seq < seq) : before), { seq, hash }]);
  }
  return { kept, wrong };
}

function openLine(line: string, publicKey: string): AuditCheckpoint | null {
  try {
    const { checkpoint, signature } = JSON.parse(line) as SignedCheckpoint;
    return verifySignature(publicKey, canonicalJson(checkpoint), signature) ? checkpoint : null;
  } catch {
    return null;
  }
}
