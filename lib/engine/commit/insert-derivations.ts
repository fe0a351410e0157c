import type { SourceType } from "@/lib/contracts/common";
import type { CallContext } from "@/lib/engine/model/context";
import type { Tx } from "@/lib/store/client";
import { insertSource } from "@/lib/store/memory/insert-version";

/** A derived version names all it was made from: when a source goes, it goes too. */
export async function insertDerivations(
  tx: Tx,
  call: CallContext,
  memoryId: string,
  eventIds: readonly string[],
  sourceType: SourceType,
  at: { t: number; times: { observedAt: number } },
): Promise<void> {
  for (const eventId of eventIds) {
    await insertSource(tx, {
      tenantId: call.principal.tenantId,
      memoryId,
      eventId,
      relation: "derived_from",
      sourceType,
      writerId: call.principal.actor.id,
      quote: null,
      observedAt: new Date(at.times.observedAt),
      recordedAt: new Date(at.t),
    });
  }
}
