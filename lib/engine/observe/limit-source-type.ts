import type { SourceType } from "@/lib/contracts/common";
import type { EventInput } from "@/lib/contracts/events";
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

const PERSONS_WORD: readonly SourceType[] = ["user_statement", "user_confirmation", "approval"];

/**
 * What an event can be at most by what it says of itself: nobody speaks through a web page, an assistant's turn is not
 * the user's, and a tool's output is not either. The claim is kept, and the caller is told.
 */
export function limitByOrigin(event: Pick<EventInput, "type" | "actor" | "source">): SourceType {
  const claimed = event.source.type;
  if (event.type === "external_document" || event.actor === "external") return "external_content";
  if (!PERSONS_WORD.includes(claimed)) return claimed;
  if (event.actor === "assistant") return "agent_inference";
  if (event.actor === "tool" || event.type === "tool_result") return "internal_tool";
  return claimed;
}

/** Both limits: what the event can be, and what the credential may claim. */
export function limitEventSource(
  principal: Principal,
  event: Pick<EventInput, "type" | "actor" | "source">,
): { sourceType: SourceType; claimed: SourceType | null } {
  const byOrigin = limitByOrigin(event);
  const { sourceType } = limitSourceType(principal, byOrigin);
  return { sourceType, claimed: sourceType === event.source.type ? null : event.source.type };
}
