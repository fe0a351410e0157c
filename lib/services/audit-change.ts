import { createId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/context";
import { type AuditEntry, appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";

/** The audit entry of a service's own change, in that change's transaction. */
export async function auditChange(
  tx: Tx,
  call: { ctx: ServiceContext; tenantId: string; at: Date },
  entry: Omit<AuditEntry, "auditId" | "at">,
): Promise<void> {
  const { ctx, tenantId, at } = call;
  const context = { requestId: ctx.requestId, principal: { ...ctx.principal, tenantId } };
  await appendAudit(tx, context, { ...entry, auditId: createId("aud", at), at });
}
