import type { Role } from "@/lib/contracts/principals";
import { EngineError } from "@/lib/engine/errors";
import { hasRole } from "@/lib/engine/model/principal";
import type { ServiceContext } from "@/lib/services/context";

/**
 * The person themselves.
 * @returns their scope, `user:ID`
 * @throws EngineError `not_entitled` for an agent, a job, or an administrator's key
 */
export function requireSelf(ctx: ServiceContext): string {
  const { actor, self } = ctx.principal;
  if (actor.kind === "user" && self !== null) return self;
  throw new EngineError("not_entitled", "Only the person concerned may do this.");
}

/** The person whose `user:ID` this is, or somebody with one of the roles. @throws EngineError `not_entitled` */
export function requireSelfOrRole(ctx: ServiceContext, subject: string, ...roles: Role[]): void {
  if (ctx.principal.self === subject || hasRole(ctx.principal, ...roles)) return;
  throw new EngineError(
    "not_entitled",
    `Only the person concerned, or the role ${roles.join(" or ")}, may do this.`,
  );
}
