import type { SourceType } from "@/lib/contracts/common";
import type { Whoami } from "@/lib/contracts/principals";
import { EngineError } from "@/lib/engine/errors";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";
import { findCredential } from "@/lib/store/principals/agents";

/** What the key in hand may do. @throws EngineError `not_entitled` for anything but an agent's key */
export async function whoami({ ctx }: { ctx: ServiceContext }): Promise<Whoami> {
  requireMember(ctx);
  const { principal } = ctx;
  const { tenantId, keyId } = principal;
  if (keyId === null) throw new EngineError("not_entitled", "Only an agent's key can ask this.");
  const found = await ctx.database.withTenant(tenantId, (tx) => findCredential(tx, { tenantId, keyId }));
  if (!found) throw new EngineError("not_entitled", "Only an agent's key can ask this.");
  return {
    tenant: { tenant_id: found.tenant.tenantId, slug: found.tenant.slug, name: found.tenant.name },
    agent: { agent_id: found.agent.agentId, name: found.agent.name },
    key_id: keyId,
    scopes: [...principal.scopes],
    purposes: principal.purposes === null ? null : [...principal.purposes],
    source_types: [...principal.sourceTypes] as SourceType[],
    write_mode: principal.writeMode,
    rate_per_minute: found.key.ratePerMinute,
  };
}
