import type { Tombstone } from "@/lib/engine/engine";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** What can still be told of an erased memory, or null when this caller never could have seen it. */
export async function findTombstone({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Tombstone | null> {
  requireMember(ctx);
  return ctx.engine.findTombstone(ctx, input.id);
}
