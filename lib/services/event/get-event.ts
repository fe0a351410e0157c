import type { StoredEvent } from "@/lib/contracts/events";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** @throws EngineError `not_found`, also for an event of a scope the caller does not hold */
export async function getEvent({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<StoredEvent> {
  requireMember(ctx);
  return ctx.engine.getEvent(ctx, input.id);
}
