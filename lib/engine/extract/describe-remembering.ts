import type { SourceType } from "@/lib/contracts/common";
import type { EventInput } from "@/lib/contracts/events";
import type { Candidate } from "@/lib/contracts/memories";
import type { Principal } from "@/lib/engine/model/principal";
import type { Proposal } from "@/lib/engine/model/proposal";

const SHAPES: Record<SourceType, Pick<EventInput, "type" | "actor">> = {
  user_confirmation: { type: "approval", actor: "user" },
  approval: { type: "approval", actor: "user" },
  user_statement: { type: "message", actor: "user" },
  verified_db: { type: "system", actor: "system" },
  system_event: { type: "system", actor: "system" },
  internal_tool: { type: "tool_result", actor: "tool" },
  import: { type: "system", actor: "system" },
  agent_inference: { type: "message", actor: "assistant" },
  external_content: { type: "external_document", actor: "external" },
};

/** "Remember this" is itself something that happened: the event that the memory rests on. */
export function describeRemembering(
  candidate: Candidate,
  proposal: Proposal,
  principal: Principal,
): EventInput {
  return {
    ...SHAPES[candidate.source.type],
    scope: candidate.scope,
    subject: candidate.subject,
    source: { type: candidate.source.type, ...(candidate.source.ref ? { ref: candidate.source.ref } : {}) },
    content: {
      remember: {
        predicate: proposal.predicate,
        value: proposal.value as never,
        statement: proposal.statement,
      },
      ...(proposal.quote ? { quote: proposal.quote } : {}),
      through: principal.via,
    },
    ...(candidate.observed_at ? { occurred_at: candidate.observed_at } : {}),
  };
}
