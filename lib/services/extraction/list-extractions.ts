import type { z } from "zod";
import type { ExtractionPage, listExtractionsQuery } from "@/lib/contracts/extractions";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { resolveTenant } from "@/lib/services/tenant/resolve-tenant";

/** What a model has read, is to read, could not read, and what that took. @throws EngineError `not_found`, `role_required` */
export async function listExtractions({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.output<typeof listExtractionsQuery>;
}): Promise<ExtractionPage> {
  const { tenantId } = await resolveTenant({ ctx, input: { ref: input.tenant } });
  requireAdmin(ctx, tenantId);
  const call = { ...ctx, principal: { ...ctx.principal, tenantId } };
  return ctx.engine.listExtractions(call, {
    state: input.state ?? null,
    cursor: input.cursor ?? null,
    limit: input.limit ?? 50,
  });
}
