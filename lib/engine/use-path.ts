import type { RecordUseInput } from "@/lib/contracts/retrievals";
import type { AdmitPath } from "@/lib/engine/admit-path";
import type { Engine } from "@/lib/engine/engine";
import { EngineError } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { maySee } from "@/lib/engine/model/principal";
import type { ReadPath } from "@/lib/engine/read-path";
import { maskSensitive } from "@/lib/engine/policy/mask-sensitive";
import { findMemoryPlace } from "@/lib/store/memory/find-memory-place";
import { readMemory } from "@/lib/store/memory/read-memories";
import { isAskedAbout } from "@/lib/store/review/change-approval";

const REASON = "contradicted_in_use";

export type UsePath = Pick<Engine, "recordUse">;

/**
 * What became of what was packed. An outcome moves counts and never authority; "contradicted" asks a person besides
 * whether the memory still holds: once, until that is decided.
 */
export function createUsePath(
  deps: EngineDeps,
  read: Pick<ReadPath, "recordUse">,
  write: Pick<AdmitPath, "observeVerb" | "recordPending">,
): UsePath {
  const { database, ports } = deps;

  async function ask(
    call: CallContext,
    retrievalId: string,
    memoryId: string,
    note: string | null,
  ): Promise<string | null> {
    const { principal } = call;
    const { tenantId } = principal;
    const memory = await database.withTenant(tenantId, async (tx) => {
      const place = await findMemoryPlace(tx, tenantId, memoryId);
      if (place?.status !== "active" || !maySee(principal, place)) return null;
      if (await isAskedAbout(tx, tenantId, memoryId, REASON)) return null;
      return readMemory(tx, tenantId, memoryId, ports.clock.now());
    });
    if (memory === null) return null;
    const sourceType = principal.actor.kind === "user" ? "user_statement" : "agent_inference";
    const observed = await write.observeVerb(
      call,
      {
        type: "feedback",
        actor: principal.actor.kind === "user" ? "user" : "assistant",
        scope: memory.scope,
        subject: memory.subject,
        source: { type: sourceType },
        content: {
          verb: "contradict",
          memory_id: memoryId,
          retrieval_id: retrievalId,
          ...(note === null ? {} : { note }),
        },
      },
      false,
      memory.sensitivity === "high",
    );
    // Approving it ends the memory; what holds instead is told as a correction.
    const held = await write.recordPending(call, observed, memory, "SUPERSEDE", REASON, {
      verb: "expire",
      at: null,
      sourceType,
    });
    return held.approval_id ?? null;
  }

  return {
    async recordUse(call, retrievalId, input: RecordUseInput) {
      const recorded = await read.recordUse(call, retrievalId, input);
      const contradicted = new Map(input.used.map((one) => [one.memory_id, one.outcome === "contradicted"]));
      const asked: string[] = [];
      // A key that writes nothing asks nothing either.
      if (call.principal.writeMode === "none") return { ...recorded, approval_ids: asked };
      const note = input.note === undefined ? null : maskSensitive(input.note);
      for (const [memoryId, so] of contradicted) {
        if (!so) continue;
        try {
          const approvalId = await ask(call, retrievalId, memoryId, note);
          if (approvalId !== null) asked.push(approvalId);
        } catch (error) {
          // Whoever paused is asked nothing.
          if (!(error instanceof EngineError && error.code === "memory_paused")) throw error;
        }
      }
      return { ...recorded, approval_ids: asked };
    },
  };
}
