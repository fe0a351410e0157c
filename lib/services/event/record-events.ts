import type { RecordEventsInput, RecordEventsOutput } from "@/lib/contracts/events";
import { requireScope } from "@/lib/services/authorise/require-scope";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/**
 * Appends events to the ledger and tells what became of each.
 * @param call.idempotencyKey of the request as a whole; an event's own key is a field of the event
 * @throws EngineError `scope_not_allowed`, `write_mode_forbids`, `memory_paused`
 */
export async function recordEvents(call: {
  ctx: ServiceContext;
  input: RecordEventsInput;
  idempotencyKey?: string;
}): Promise<RecordEventsOutput> {
  requireWriter(call.ctx);
  requireScope(call.ctx, ...new Set(call.input.events.map((event) => event.scope)));
  return call.ctx.engine.recordEvents(call.ctx, call.input, call.idempotencyKey);
}
