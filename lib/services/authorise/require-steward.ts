import type { Role } from "@/lib/contracts/principals";
import { EngineError } from "@/lib/engine/errors";
import { hasRole, holdsScope } from "@/lib/engine/model/principal";
import type { ServiceContext } from "@/lib/services/context";

/**
 * For a change to one memory: an agent that holds its scope, the person it is about, or an operator whose role is to do
 * so. To see the whole tenant, as a viewer does, is not to steer it.
 * @throws EngineError `not_entitled`
 */
export function requireSteward(
  ctx: ServiceContext,
  memory: { scope: string; subject: string },
  ...roles: Role[]
): void {
  const { principal } = ctx;
  if (holdsScope(principal.scopes, memory.scope)) return;
  if (principal.self !== null && memory.subject === principal.self) return;
  if (hasRole(principal, ...roles)) return;
  throw new EngineError("not_entitled", "You may see this memory, not change it.");
}
