import { EngineError } from "@/lib/engine/errors";
import { hasRole } from "@/lib/engine/model/principal";
import type { ServiceContext } from "@/lib/services/context";

/** The installation's administrator (by the admin key), who may act on every tenant. @throws EngineError `role_required` */
export function requireInstanceAdmin(ctx: ServiceContext): void {
  if (ctx.principal.actor.kind === "admin") return;
  throw new EngineError("role_required", "This needs the installation's admin key.");
}

/** That administrator, or an administrator of this very tenant. @throws EngineError `role_required` */
export function requireAdmin(ctx: ServiceContext, tenantId: string): void {
  if (ctx.principal.actor.kind === "admin") return;
  if (hasRole(ctx.principal, "admin") && ctx.principal.tenantId === tenantId) return;
  throw new EngineError("role_required", "This needs an administrator.");
}
