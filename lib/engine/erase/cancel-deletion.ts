import { decideReach } from "@/lib/engine/erase/decide-reach";
import { EngineError } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import { releaseMemories } from "@/lib/store/erasure/withhold-memories";
import { type DeletionRecord, lockDeletion, updateDeletion } from "@/lib/store/erasure/deletion-records";

/**
 * Takes a request back before its time has come; nothing of it ever runs then. Whoever answers for the tenant's memories
 * may, who asked for it, and whom it is about.
 * @param seen the deletion, which this caller may know of
 * @throws EngineError `write_mode_forbids`, `not_entitled`, `illegal_transition`
 */
export async function writeCancel(
  tx: Tx,
  { ports }: Pick<EngineDeps, "ports">,
  call: CallContext,
  seen: DeletionRecord,
): Promise<void> {
  const { principal } = call;
  const { tenantId } = principal;
  const { deletionId } = seen;
  const reach = decideReach(principal);
  if (reach === null) throw new EngineError("write_mode_forbids", "This credential may not erase anything.");
  const theirs =
    seen.requestedBy.id === principal.actor.id || (reach.kind === "person" && seen.subject === reach.self);
  if (reach.kind !== "tenant" && !theirs) {
    throw new EngineError("not_entitled", "This erasure is not yours to cancel.");
  }
  const now = ports.clock.now();
  // Null while somebody else has it in hand: it is running, or being cancelled already.
  const record = await lockDeletion(tx, tenantId, deletionId);
  if (record?.status !== "requested" || record.startedAt !== null || record.executeAfter <= now) {
    throw new EngineError(
      "illegal_transition",
      "Only an erasure that is requested and whose time has not come can be cancelled.",
    );
  }
  await updateDeletion(tx, tenantId, deletionId, { status: "cancelled" });
  await releaseMemories(tx, tenantId, deletionId);
  await appendAudit(tx, call, {
    auditId: ports.newId("aud"),
    at: now,
    action: "deletion.cancelled",
    objectType: "deletion",
    objectId: deletionId,
    details: { memories: record.affected.memories },
  });
}
