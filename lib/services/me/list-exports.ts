import type { ExportRecord } from "@/lib/contracts/exports";
import { requireSelf } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { listExportIdsOf } from "@/lib/store/principals/my-exports";

const MOST = 20;

/** The last exports of the signed-in person's own memories, also those that an operator asked for. */
export async function listMyExports({
  ctx,
}: {
  ctx: ServiceContext;
  input: Record<string, never>;
}): Promise<ExportRecord[]> {
  const self = requireSelf(ctx);
  const { tenantId } = ctx.principal;
  const ids = await ctx.database.withTenant(tenantId, (tx) => listExportIdsOf(tx, { tenantId, self }, MOST));
  const records: ExportRecord[] = [];
  for (const id of ids) records.push(await ctx.engine.getExport(ctx, id));
  return records;
}
