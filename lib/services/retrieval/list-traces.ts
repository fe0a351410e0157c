import type { TraceFilter } from "@/lib/contracts/pages";
import type { Page } from "@/lib/contracts/common";
import type { TraceListItem } from "@/lib/engine/engine";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { dropUnstorable } from "@/lib/services/drop-unstorable";

/** Newest first. @throws EngineError `role_required` */
export async function listTraces({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { cursor?: string; limit?: number; filter?: TraceFilter };
}): Promise<Page<TraceListItem>> {
  const { filter, ...page } = input;
  requireRole(ctx, "viewer", "reviewer", "privacy_officer", "admin");
  return ctx.engine.listTraces(ctx, {
    ...dropUnstorable(page),
    ...(filter && { filter }),
    limit: page.limit ?? 50,
  });
}
