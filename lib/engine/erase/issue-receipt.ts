import type { DeletionReceipt } from "@/lib/contracts/deletions";
import { toTargets } from "@/lib/engine/erase/to-deletion";
import type { EnginePorts } from "@/lib/engine/ports";
import { canonicalJson } from "@/lib/platform/hashing";
import type { AuditPosition } from "@/lib/store/audit-chain";
import type { DeletionMemoryRecord, DeletionRecord } from "@/lib/store/erasure/deletion-records";
import type { TargetRecord } from "@/lib/store/erasure/deletion-targets";

/**
 * What can be shown to others of a deletion, signed over its RFC 8785 form. It holds digests, counts, times and codes;
 * what is not finished stands under `pending`, with its date where one is known. A cancelled one has nothing pending.
 */
export function issueReceipt(
  { signer, clock }: Pick<EnginePorts, "signer" | "clock">,
  tenantId: string,
  record: DeletionRecord,
  memories: readonly DeletionMemoryRecord[],
  targets: readonly TargetRecord[],
  audit: AuditPosition | null,
): DeletionReceipt {
  const shown = toTargets(targets);
  const receipt: DeletionReceipt["receipt"] = {
    version: 1,
    deletion_id: record.deletionId,
    tenant_id: tenantId,
    status: record.status,
    requested_at: record.requestedAt.toISOString(),
    completed_at: record.completedAt?.toISOString() ?? null,
    memory_digests: memories.map((memory) => memory.digest).sort(),
    affected: record.affected,
    targets: shown,
    pending: shown
      .filter(({ state }) => record.status !== "cancelled" && state !== "done" && state !== "not_present")
      .map(({ target, due }) => ({ target, until: due })),
    issued_at: clock.now().toISOString(),
    audit,
  };
  return {
    receipt,
    signature: {
      algorithm: "Ed25519",
      key_id: signer.keyId,
      public_key: signer.publicKey,
      value: signer.sign(canonicalJson(receipt)),
    },
  };
}
