import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { leaveHoles } from "@/lib/engine/erase/leave-holes";
import { embeddingDigest, embeddingText } from "@/lib/engine/policy/embedding-text";
import { erasedDigestParts, erasedTextParts } from "@/lib/engine/policy/erased-digest";
import type { Tx } from "@/lib/store/client";
import { markErased, eraseRows } from "@/lib/store/erasure/erase-rows";
import { type DestroyedKeys, destroySubjectKeys } from "@/lib/store/sealing/subject-keys";
import type { ErasurePlan, PlaceCounts } from "@/lib/store/erasure/erasure-plan";
import {
  insertTombstones,
  listCachedModels,
  listErasableTexts,
  readErasable,
} from "@/lib/store/erasure/read-erasable";

export interface ExecutedErasure {
  removed: PlaceCounts;
  /** The plan, with the digests that only the words themselves could give. */
  plan: ErasurePlan;
  /** Data keys destroyed with it; null when not everything of a subject went. */
  keys: DestroyedKeys | null;
}

/**
 * Stops recall, leaves the tombstones and removes the words, all in the transaction of the caller: there is no moment
 * at which one has happened and the other has not. Everything of the plan is locked already.
 * @param derivedIds of the plan's memories, those that leave no tombstone: the same rule may be drawn again from others
 */
export async function executeErasure(
  tx: Tx,
  { ports }: Pick<EngineDeps, "ports">,
  call: CallContext,
  deletionId: string,
  plan: ErasurePlan,
  derivedIds: readonly string[],
): Promise<ExecutedErasure> {
  const { tenantId, actor } = call.principal;
  const at = ports.clock.now();
  const erasable = await readErasable(tx, tenantId, plan.memoryIds);
  const models = await listCachedModels(tx, tenantId);
  const texts = new Set(erasable.map(embeddingText));
  const complete: ErasurePlan = {
    ...plan,
    textDigests: [
      ...new Set([
        ...plan.textDigests,
        ...[...texts].flatMap((text) =>
          models.map((model) => embeddingDigest(ports.keys, tenantId, model, text)),
        ),
      ]),
    ],
  };
  const tombstones = new Set<string>();
  for (const memory of erasable) {
    const { scope, subject, predicate, value } = memory;
    if (derivedIds.includes(memory.memoryId) || subject === null || predicate === null) continue;
    for (const parts of erasedDigestParts({ scope, subject, predicate, value }))
      tombstones.add(ports.keys.digest(tenantId, "erased", ...parts));
  }
  const kept = erasable.filter((memory) => !derivedIds.includes(memory.memoryId));
  const said = await listErasableTexts(
    tx,
    tenantId,
    kept.map((memory) => memory.memoryId),
  );
  for (const { scope, text } of [
    ...kept.map(({ scope, statement }) => ({ scope, text: statement })),
    ...said,
  ]) {
    const parts = erasedTextParts(scope, text);
    if (parts) tombstones.add(ports.keys.digest(tenantId, "erased", ...parts));
  }
  await insertTombstones(tx, tenantId, deletionId, [...tombstones], at);
  await leaveHoles(tx, ports, call, plan);
  await markErased(
    tx,
    tenantId,
    plan.memoryIds.map((memoryId) => ({ memoryId, transitionId: ports.newId("trn") })),
    actor,
    at,
  );
  const removed = await eraseRows(tx, tenantId, complete, at);
  return { removed, plan: complete, keys: await destroyKeysOf(tx, tenantId, plan, at) };
}

/** What no row can give back any more, no copy of a row shall give back either. */
export async function destroyKeysOf(
  tx: Tx,
  tenantId: string,
  plan: ErasurePlan,
  at: Date,
): Promise<DestroyedKeys | null> {
  return plan.allOfSubject === null ? null : destroySubjectKeys(tx, tenantId, plan.allOfSubject.subject, at);
}
