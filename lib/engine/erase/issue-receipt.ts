import type { DeletionReceipt } from "@/lib/contracts/deletions";
import { toTargets } from "@/lib/engine/erase/to-deletion";
import type { EnginePorts } from "@/lib/engine/ports";
import { canonicalJson } from "@/lib/platform/hashing";
import type { AuditPosition } from "@/lib/store/audit-chain";
import type { DeletionMemoryRecord, DeletionRecord } from "@/lib/store/erasure/deletion-records";
import type { FilesState } from "@/lib/store/erasure/files-state";
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
  around: { files: FilesState | null; onHold: boolean },
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
    on_hold: around.onHold,
    files: describeFiles(record, around.files),
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

const HOUR_MS = 3_600_000;

/** Of the database's files what concerns this erasure. Pure. */
function describeFiles(
  { startedAt, status }: DeletionRecord,
  files: FilesState | null,
): DeletionReceipt["receipt"]["files"] {
  if (files === null || startedAt === null || status === "cancelled") return null;
  const last = files.rewritten_at === null ? null : new Date(files.rewritten_at);
  if (last !== null && last >= startedAt)
    return { rewritten_at: last.toISOString(), due: null, not_rewritten: files.left, log: files.log };
  const { every_hours: every } = files;
  const from = Math.max(startedAt.getTime(), last === null ? 0 : last.getTime() + (every ?? 0) * HOUR_MS);
  return {
    rewritten_at: null,
    // Looked at every ten minutes; an hour is always enough.
    due: every === null ? null : new Date(from + HOUR_MS).toISOString(),
    not_rewritten: [],
    log: null,
  };
}
