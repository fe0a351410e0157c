import { SOURCE_TYPES } from "@/lib/contracts/choices";
import type { SourceType } from "@/lib/contracts/common";
import type { CreateAgentInput } from "@/lib/contracts/principals";
import { EngineError } from "@/lib/engine/errors";
import { requireCleanNames } from "@/lib/engine/policy/require-clean-names";
import { createId } from "@/lib/platform/ids";
import { auditChange } from "@/lib/services/audit-change";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import { resolveTenant } from "@/lib/services/tenant/resolve-tenant";
import { insertAgent } from "@/lib/store/principals/agents";
import { isUniqueViolation } from "@/lib/store/principals/tenants";

/**
 * What an agent may claim unless told otherwise: it hears people, relays what they confirm, and uses tools. It is not a
 * database and not a system, and cannot vouch for one.
 */
const DEFAULT_SOURCE_TYPES: readonly SourceType[] = SOURCE_TYPES.filter(
  (type) => !["verified_db", "system_event"].includes(type),
);

/** @throws EngineError `not_found` for the tenant, `already_exists` when the name is taken in it */
export async function createAgent({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: CreateAgentInput;
}): Promise<{ agent_id: string }> {
  const { tenantId } = await resolveTenant({ ctx, input: { ref: input.tenant } });
  requireAdmin(ctx, tenantId);
  requireCleanNames({ name: input.name });
  const at = ctx.clock.now();
  const agentId = createId("agt", at);
  const scopes = [...new Set(input.scopes)];
  const sourceTypes = [...new Set(input.source_types ?? DEFAULT_SOURCE_TYPES)];
  const writeMode = input.write_mode ?? "full";
  try {
    await ctx.database.withTenant(tenantId, async (tx) => {
      await insertAgent(tx, {
        tenantId,
        agentId,
        name: input.name,
        scopes,
        purposes: input.purposes ?? null,
        sourceTypes,
        writeMode,
        createdAt: at,
        disabledAt: null,
      });
      await auditChange(
        tx,
        { ctx, tenantId, at },
        {
          action: "agent.created",
          objectType: "agent",
          objectId: agentId,
          details: { source_types: sourceTypes, write_mode: writeMode, scopes: scopes.length },
        },
      );
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new EngineError("already_exists", "An agent of this name exists in this tenant.");
  }
  return { agent_id: agentId };
}
