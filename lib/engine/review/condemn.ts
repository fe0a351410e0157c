import type { CallContext } from "@/lib/engine/model/context";
import { type RootKind, rootOf } from "@/lib/engine/policy/source-roots";
import type { SuspicionPolicy } from "@/lib/engine/policy/suspicion-policy";
import type { EnginePorts } from "@/lib/engine/ports";
import { blockSource } from "@/lib/engine/review/block-source";
import { openQuarantine } from "@/lib/engine/review/open-quarantine";
import { refuseHeld } from "@/lib/engine/review/refuse-held";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import type { QuarantineRow } from "@/lib/store/review/change-quarantine";
import {
  findOrigin,
  listDescendants,
  listSameDocument,
  listSupportingEvents,
  traceEvents,
} from "@/lib/store/review/trace-provenance";
import { withdrawHeld } from "@/lib/store/review/withdraw-held";

/**
 * Withdraws a held version for good, and holds all that came of it: what rests on the same events or the same document
 * and on nothing else, and what was derived from them, at any depth. What other sources support as well stays.
 * @returns every version that was touched, the condemned one first, and the blocks put in force
 */
export async function condemn(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  row: QuarantineRow,
  how: {
    reason: string;
    block: readonly RootKind[];
    policyVersion: number;
    suspicion: SuspicionPolicy;
  },
): Promise<{ withdrawn: string[]; blocked: string[] }> {
  const { tenantId } = row;
  const own = await listSupportingEvents(tx, tenantId, [row.memoryId]);
  const first = row.eventId ?? own[0] ?? null;
  const same = first === null ? [] : await listSameDocument(tx, tenantId, first);
  const events = await traceEvents(tx, tenantId, [...own, ...same]);
  const descendants = (await listDescendants(tx, tenantId, events)).filter(
    (one) => one.memoryId !== row.memoryId,
  );
  const at = ports.clock.now();
  // In the order of their facts, like every writer of several.
  const all = [
    { memoryId: row.memoryId, factId: row.factId, scope: row.scope, eventId: row.eventId, root: true },
    ...descendants.map((one) => ({ ...one, root: false })),
  ].sort((a, b) => (a.factId < b.factId ? -1 : a.factId > b.factId ? 1 : 0));
  const withdrawn: string[] = [];
  for (const one of all) {
    const taken = await refuseHeld(tx, ports, call, one, {
      from: one.root
        ? ["quarantined"]
        : ["active", "superseded", "expired", "archived", "candidate", "pending_approval"],
      to: one.root ? "revoked" : "quarantined",
      reasonCode: one.root ? "condemned" : "condemned_with_source",
      reason: how.reason,
    });
    if (!taken) continue;
    withdrawn.push(one.memoryId);
    if (one.root) continue;
    await withdrawHeld(tx, tenantId, [one.memoryId], call.principal.actor, at);
    await openQuarantine(
      tx,
      ports,
      call,
      {
        memoryId: one.memoryId,
        factId: one.factId,
        candidateId: null,
        eventId: one.eventId,
        scope: one.scope,
        reasonCode: "condemned_with_source",
        codes: [],
        sourceLowered: false,
        cause: "cascade",
        rootId: row.quarantineId,
        policyVersion: how.policyVersion,
      },
      how.suspicion,
    );
  }
  const origin = first === null ? null : await findOrigin(tx, tenantId, first);
  const blocked: string[] = [];
  for (const kind of origin === null ? [] : new Set(how.block)) {
    const root = origin && rootOf(kind, origin);
    if (root) blocked.push(await blockSource(tx, ports, call, root, row.quarantineId));
  }
  await appendAudit(tx, call, {
    auditId: ports.newId("aud"),
    at,
    action: "quarantine.cascaded",
    objectType: "quarantine",
    objectId: row.quarantineId,
    details: { withdrawn, blocked, events: events.length },
  });
  return { withdrawn: [row.memoryId, ...withdrawn.filter((id) => id !== row.memoryId)], blocked };
}
