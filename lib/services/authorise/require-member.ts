import { EngineError } from "@/lib/engine/errors";
import type { ServiceContext } from "@/lib/services/context";

/**
 * Anyone who belongs to a tenant. What of it they may see is decided for each record, by scope and subject.
 * @throws EngineError `scope_not_allowed` for a credential without a tenant
 */
export function requireMember(ctx: ServiceContext): void {
  if (ctx.principal.tenantId !== "") return;
  throw new EngineError(
    "scope_not_allowed",
    "The admin key reads and writes no memories; use an agent's key.",
  );
}

/** A member whose credential may change something. @throws EngineError `scope_not_allowed`, `write_mode_forbids` */
export function requireWriter(ctx: ServiceContext): void {
  requireMember(ctx);
  if (ctx.principal.writeMode !== "none") return;
  throw new EngineError("write_mode_forbids", "This credential may read, not write.");
}
