import type { SourceType } from "@/lib/contracts/common";
import type { Principal } from "@/lib/engine/model/principal";
import { DEFAULT_WRITE_POLICY } from "@/lib/engine/policy/write-policy";

/**
 * What a credential may claim of a source: itself when allowed, else the most the key may say that is not more than
 * the claim; external content when nothing else is left. The claim is kept beside it and the caller is told.
 */
export function limitSourceType(
  principal: Principal,
  claimed: SourceType,
  ranks = DEFAULT_WRITE_POLICY.sources,
): { sourceType: SourceType; claimed: SourceType | null } {
  if (principal.sourceTypes.includes(claimed)) return { sourceType: claimed, claimed: null };
  const ceiling = ranks[claimed].authority;
  // Never upward into a person's mouth: a lowered claim is the agent's own word or something from outside.
  const candidates: SourceType[] = (["internal_tool", "agent_inference", "external_content"] as const).filter(
    (type) => principal.sourceTypes.includes(type) && ranks[type].authority <= ceiling,
  );
  const best = candidates.sort((a, b) => ranks[b].authority - ranks[a].authority)[0];
  return { sourceType: best ?? "external_content", claimed };
}
