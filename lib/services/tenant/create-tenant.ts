import { EngineError } from "@/lib/engine/errors";
import { requireCleanNames } from "@/lib/engine/policy/require-clean-names";
import { createId } from "@/lib/platform/ids";
import { auditChange } from "@/lib/services/audit-change";
import { requireInstanceAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import type { Tx } from "@/lib/store/client";
import { insertTenant } from "@/lib/store/principals/tenants";

/**
 * @param input.is_demo marks the one tenant that demo data may fill and clear
 * @throws EngineError `already_exists` when the slug is taken
 */
export async function createTenant({
  ctx,
  input,
  alongside,
}: {
  ctx: ServiceContext;
  input: { slug: string; name: string; time_zone?: string; is_demo?: boolean };
  /** Written in the same transaction, as the new tenant. */
  alongside?: ((tx: Tx, made: { tenant_id: string; slug: string }) => Promise<void>) | undefined;
}): Promise<{ tenant_id: string; slug: string }> {
  requireInstanceAdmin(ctx);
  requireCleanNames({ name: input.name });
  const at = ctx.clock.now();
  const tenantId = createId("ten", at);
  const made = { tenant_id: tenantId, slug: input.slug };
  // The new tenant's own transaction: its row and the first entry of its audit log stand or fall together.
  await ctx.database.withTenant(tenantId, async (tx) => {
    const inserted = await insertTenant(tx, {
      tenantId,
      slug: input.slug,
      name: input.name,
      timeZone: input.time_zone ?? "UTC",
      isDemo: input.is_demo ?? false,
      createdAt: at,
    });
    if (!inserted) throw new EngineError("already_exists", `The slug ${input.slug} is taken.`);
    await auditChange(
      tx,
      { ctx, tenantId, at },
      { action: "tenant.created", objectType: "tenant", objectId: tenantId },
    );
    await alongside?.(tx, made);
  });
  return made;
}
