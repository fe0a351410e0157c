import type { CallContext } from "@/lib/engine/model/context";
import { decideSignals } from "@/lib/engine/policy/decide-signals";
import type { SuspicionPolicy } from "@/lib/engine/policy/suspicion-policy";
import type { EnginePorts } from "@/lib/engine/ports";
import type { Tx } from "@/lib/store/client";
import { countHeldSince, insertQuarantine } from "@/lib/store/review/change-quarantine";

export interface HeldForSafety {
  memoryId: string;
  factId: string;
  candidateId: string | null;
  eventId: string | null;
  scope: string;
  reasonCode: string;
  /** All codes of the decision: of gates and of resolution. */
  codes: readonly string[];
  sourceLowered: boolean;
  cause: "write" | "person" | "cascade";
  rootId: string | null;
  policyVersion: number;
}

/** Records what is held for safety and why, in the transaction that holds it; commit has its audit row. @returns its id */
export async function openQuarantine(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  held: HeldForSafety,
  policy: SuspicionPolicy,
): Promise<string> {
  const { tenantId, actor } = call.principal;
  const now = ports.clock.now();
  const { count, minutes } = policy.burst;
  const before =
    held.cause === "write"
      ? await countHeldSince(tx, tenantId, actor.id, new Date(now.getTime() - minutes * 60_000))
      : 0;
  const quarantineId = ports.newId("qua");
  await insertQuarantine(tx, {
    tenantId,
    quarantineId,
    memoryId: held.memoryId,
    factId: held.factId,
    candidateId: held.candidateId,
    eventId: held.eventId,
    scope: held.scope,
    reasonCode: held.reasonCode,
    signals: decideSignals([held.reasonCode, ...held.codes], {
      sourceLowered: held.sourceLowered,
      burst: before + 1 >= count,
    }),
    cause: held.cause,
    rootId: held.rootId,
    policyVersion: held.policyVersion,
    openedByKind: actor.kind,
    openedById: actor.id,
    openedAt: now,
    state: "held",
    revision: 0,
  });
  return quarantineId;
}
