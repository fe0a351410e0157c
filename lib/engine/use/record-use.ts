import { maskSensitive } from "@/lib/engine/policy/mask-sensitive";
import type { RecordUseInput } from "@/lib/contracts/retrievals";
import { EngineError, notFound } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { findRetrieval } from "@/lib/store/retrieval/read-retrieval";
import { recordUsage } from "@/lib/store/retrieval/record-usage";
import { recordNote } from "@/lib/store/retrieval/retrieval-words";

/**
 * Which of the packed memories were really used. Feeds counters and calibration; it never makes anything more true.
 * @throws EngineError `not_found`; `meaningless` when a memory was not in this retrieval's pack
 */
export async function recordUse(
  deps: EngineDeps,
  call: CallContext,
  retrievalId: string,
  input: RecordUseInput,
): Promise<{ retrieval_id: string; recorded: number }> {
  const { principal } = call;
  return deps.database.withTenant(principal.tenantId, async (tx) => {
    const retrieval = await findRetrieval(tx, principal, retrievalId);
    if (retrieval === null) throw notFound("retrieval");
    const packed = new Set(retrieval.trace.pack.items.map((item) => item.memory_id));
    const fields = input.used.flatMap((one, index) =>
      packed.has(one.memory_id)
        ? []
        : [{ path: `used.${index}.memory_id`, message: "was not in the pack of this retrieval" }],
    );
    if (fields.length > 0) {
      throw new EngineError("meaningless", "Only memories that were packed can have been used.", { fields });
    }
    // Named twice in one call, the last word counts.
    const used = new Map(input.used.map((one) => [one.memory_id, one.outcome ?? null]));
    await recordUsage(
      tx,
      principal,
      retrievalId,
      [...used].map(([memoryId, outcome]) => ({ memoryId, outcome })),
      deps.ports.clock.now(),
    );
    if (input.note !== undefined)
      await recordNote(
        tx,
        principal.tenantId,
        { retrievalId, actorId: retrieval.actor.id },
        maskSensitive(input.note),
        deps.ports.clock.now(),
      );
    return { retrieval_id: retrievalId, recorded: used.size };
  });
}
