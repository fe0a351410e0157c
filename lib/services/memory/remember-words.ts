import type { RecordedEvent, RememberWordsInput } from "@/lib/contracts/events";
import { requireWriter } from "@/lib/services/authorise/require-member";
import { requireScope } from "@/lib/services/authorise/require-scope";
import type { ServiceContext } from "@/lib/services/context";

/**
 * Remember what somebody says in plain words, for themselves on a page or through an agent that relays them.
 * @throws EngineError `scope_not_allowed`, `write_mode_forbids`, `memory_paused`
 */
export async function rememberWords({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: RememberWordsInput;
}): Promise<RecordedEvent> {
  requireWriter(ctx);
  requireScope(ctx, input.scope);
  return ctx.engine.rememberWords(ctx, input);
}
