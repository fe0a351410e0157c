import type { Role } from "@/lib/contracts/principals";
import { EngineError } from "@/lib/engine/errors";
import { hasRole } from "@/lib/engine/model/principal";
import type { ServiceContext } from "@/lib/services/context";

/** Any one of the roles will do. @throws EngineError `role_required` */
export function requireRole(ctx: ServiceContext, ...roles: Role[]): void {
  if (hasRole(ctx.principal, ...roles)) return;
  throw new EngineError("role_required", `This needs the role ${roles.join(" or ")}.`);
}
