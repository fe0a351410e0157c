import type { SourceType } from "@/lib/contracts/common";
import { countIndependent } from "@/lib/engine/policy/count-independent";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";
import type { Resolution } from "@/lib/engine/resolve/decide-resolution";
import type { Tx } from "@/lib/store/client";
import { listContradictions } from "@/lib/store/memory/list-contradictions";

/**
 * A weaker contradiction is evidence and no more, until as many independent ones have come as the policy asks for: then
 * it is a question for a person. What is in question already is not asked about twice.
 */
export async function raiseConflict(
  tx: Tx,
  tenantId: string,
  resolution: Resolution,
  event: { eventId: string; sourceType: SourceType },
  policy: WritePolicy,
): Promise<Resolution> {
  if (resolution.kind !== "contradict" || resolution.code !== "lower_authority") return resolution;
  const { holder } = resolution;
  const { voices, contested } = await listContradictions(tx, tenantId, holder.memoryId, event);
  if (contested) return resolution;
  const weaker = voices.filter((voice) => policy.sources[voice.sourceType].authority < holder.authority);
  if (countIndependent(weaker) < policy.contradictionsForConflict) return resolution;
  return { kind: "conflict", holder, code: "independent_contradictions" };
}
