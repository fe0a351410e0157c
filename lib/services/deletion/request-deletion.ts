import type { CreateDeletionInput, Deletion } from "@/lib/contracts/deletions";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/**
 * Asks for an erasure, or with `dry_run` for what it would touch.
 * @throws EngineError `not_found`, `scope_not_allowed`, `not_entitled`, `write_mode_forbids`
 */
export async function requestDeletion({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: CreateDeletionInput;
}): Promise<Deletion> {
  requireWriter(ctx);
  return ctx.engine.requestDeletion(ctx, input);
}
