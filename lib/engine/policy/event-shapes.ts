import type { SourceType } from "@/lib/contracts/common";
import type { EventInput } from "@/lib/contracts/events";

/** Which kind of event a source of this type is, when all that is known of it is the source. */
export const EVENT_SHAPES: Record<SourceType, Pick<EventInput, "type" | "actor">> = {
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
