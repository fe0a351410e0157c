import type { Reveal } from "@/lib/contracts/reveals";
import { hasRole } from "@/lib/engine/model/principal";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { listReveals as readReveals } from "@/lib/store/principals/subject-summary";

/** Whose words are uncovered for the caller now; for who is no privacy officer any more, nobody's. */
export async function listReveals({ ctx }: { ctx: ServiceContext; input: object }): Promise<Reveal[]> {
  requireRole(ctx, "viewer", "reviewer", "privacy_officer", "admin");
  if (!hasRole(ctx.principal, "privacy_officer")) return [];
  const { tenantId, actor } = ctx.principal;
  return ctx.database.withTenant(tenantId, (tx) =>
    readReveals(tx, { tenantId, actorId: actor.id }, ctx.clock.now()),
  );
}
