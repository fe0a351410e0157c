import type { CallContext } from "@/lib/engine/model/context";
import type { SourceRoot } from "@/lib/engine/policy/source-roots";
import type { EnginePorts } from "@/lib/engine/ports";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import { insertBlock } from "@/lib/store/review/blocked-sources";

/** From now on nothing is taken from this root. Paths and references are kept as keyed digests alone. */
export async function blockSource(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  root: SourceRoot,
  quarantineId: string | null,
): Promise<string> {
  const { tenantId, actor } = call.principal;
  const at = ports.clock.now();
  const blockId = await insertBlock(tx, {
    tenantId,
    blockId: ports.newId("blk"),
    kind: root.kind,
    digest: ports.keys.digest(tenantId, "source", root.kind, root.value),
    label: root.kind === "host" || root.kind === "writer" ? root.value : null,
    quarantineId,
    createdByKind: actor.kind,
    createdById: actor.id,
    createdAt: at,
  });
  await appendAudit(tx, call, {
    auditId: ports.newId("aud"),
    at,
    action: "source.blocked",
    objectType: "blocked_source",
    objectId: blockId,
    details: { kind: root.kind, quarantine_id: quarantineId },
  });
  return blockId;
}
