import type { AuditCheck } from "@/lib/contracts/audit";
import { auditChange } from "@/lib/services/audit-change";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { verifyAudit as walkChain } from "@/lib/store/audit-chain";

/**
 * Walks the whole chain of the tenant and says where it does not hold. That it was checked, by whom and with what
 * result, is itself a line of the log. @throws EngineError `role_required`
 */
export async function verifyAudit({ ctx }: { ctx: ServiceContext; input: object }): Promise<AuditCheck> {
  requireRole(ctx, "viewer", "reviewer", "privacy_officer", "admin");
  const { tenantId } = ctx.principal;
  const at = ctx.clock.now();
  return ctx.database.withTenant(tenantId, async (tx) => {
    const report = await walkChain(tx, tenantId);
    await auditChange(
      tx,
      { ctx, tenantId, at },
      {
        action: "audit.verified",
        objectType: "audit",
        objectId: tenantId,
        outcome: report.problems.length === 0 ? "allowed" : "failed",
        details: { linked: report.linked, unlinked: report.unlinked, problems: report.problems.length },
      },
    );
    return {
      checked_at: at.toISOString(),
      linked: report.linked,
      unlinked: report.unlinked,
      oldest_unlinked_at: report.oldestUnlinkedAt,
      head: report.head,
      problems: report.problems.map(({ kind, seq, auditId }) => ({ kind, seq, audit_id: auditId })),
    };
  });
}
