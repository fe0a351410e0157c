import { EngineError } from "@/lib/engine/errors";
import { holdsScope } from "@/lib/engine/model/principal";
import type { ServiceContext } from "@/lib/services/context";

/** @throws EngineError `scope_not_allowed` naming the first scope the caller's credential does not hold */
export function requireScope(ctx: ServiceContext, ...scopes: string[]): void {
  const missing = scopes.find((scope) => !holdsScope(ctx.principal.scopes, scope));
  if (missing === undefined) return;
  throw new EngineError("scope_not_allowed", `Your credential does not hold the scope ${missing}.`);
}
