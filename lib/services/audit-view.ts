import type { Memory } from "@/lib/contracts/memories";
import { hasRole } from "@/lib/engine/model/principal";
import { auditChange } from "@/lib/services/audit-change";
import type { ServiceContext } from "@/lib/services/context";

/**
 * Whoever looks at another person's words leaves a trace of it that this person finds among their activity: one entry
 * for each memory, before the words are handed out. Covered words (a page shows them so to who does not decide) were not
 * looked at, and nobody leaves a trace of reading about themselves.
 */
export async function auditView(
  ctx: ServiceContext,
  shownFor: "approval" | "quarantine" | "conflict",
  memories: readonly (Memory | null)[],
): Promise<void> {
  const { principal } = ctx;
  if (principal.actor.kind !== "user") return;
  if (principal.via === "page" && !hasRole(principal, "reviewer", "admin")) return;
  const { self } = principal;
  const others = memories.filter(
    (memory) =>
      memory !== null &&
      [memory.scope, memory.subject].some((name) => name.startsWith("user:")) &&
      memory.scope !== self &&
      memory.subject !== self,
  );
  const ids = [...new Set(others.map((memory) => (memory as Memory).memory_id))];
  if (ids.length === 0) return;
  const at = ctx.clock.now();
  const { tenantId } = principal;
  await ctx.database.withTenant(tenantId, async (tx) => {
    for (const id of ids) {
      await auditChange(
        tx,
        { ctx, tenantId, at },
        { action: "memory.viewed", objectType: "memory", objectId: id, details: { shown_for: shownFor } },
      );
    }
  });
}
