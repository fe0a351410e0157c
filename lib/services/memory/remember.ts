import type { Decision, RememberInput } from "@/lib/contracts/memories";
import { requireWriter } from "@/lib/services/authorise/require-member";
import { requireScope } from "@/lib/services/authorise/require-scope";
import type { ServiceContext } from "@/lib/services/context";

/** @throws EngineError `scope_not_allowed`, `write_mode_forbids`, `memory_paused`, `invalid_range` */
export async function remember({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: RememberInput;
}): Promise<Decision> {
  requireWriter(ctx);
  requireScope(ctx, input.scope);
  return ctx.engine.remember(ctx, input);
}
