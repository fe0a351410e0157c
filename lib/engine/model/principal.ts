import type { SourceType } from "@/lib/contracts/common";
import type { Role } from "@/lib/contracts/principals";

export type ActorKind = "agent" | "user" | "admin" | "job" | "demo";

/**
 * Who acts. Made from credentials, never from a request body; what it holds bounds everything that follows.
 */
export interface Principal {
  tenantId: string;
  actor: { kind: ActorKind; id: string; name: string | null };
  /** Through which door: an agent's HTTP call, a page, a job. Goes to the audit log. */
  via: "api" | "page" | "job" | "cli";
  roles: readonly Role[];
  /** Grants: `type:id` or `type:*`. */
  scopes: readonly string[];
  /** Purposes it may name; null = any. */
  purposes: readonly string[] | null;
  sourceTypes: readonly SourceType[];
  writeMode: "full" | "propose" | "none";
  /** `user:ID` when this principal is that very person. */
  self: string | null;
  keyId: string | null;
}

/** Whose own pauses count beside a person's pause of everything: null for people and jobs. */
export function agentOf(principal: Principal): string | null {
  return principal.actor.kind === "agent" ? principal.actor.id : null;
}

/** Whether a grant list holds a scope: exact, or by a whole type. Plain string comparison; nothing is a pattern. */
export function holdsScope(grants: readonly string[], scope: string): boolean {
  const type = scope.slice(0, scope.indexOf(":"));
  return grants.includes(scope) || grants.includes(`${type}:*`);
}

export function hasRole(principal: Principal, ...roles: Role[]): boolean {
  return roles.some((role) => principal.roles.includes(role));
}

/** Viewer and above see the whole tenant (masked); an end user does not. */
export function isOperator(principal: Principal): boolean {
  return hasRole(principal, "viewer", "reviewer", "privacy_officer", "admin");
}

/**
 * Whether this principal may see a memory of this scope and subject. A person sees what stands in their scopes and
 * everything whose subject they are.
 */
export function maySee(principal: Principal, place: { scope: string; subject: string | null }): boolean {
  if (holdsScope(principal.scopes, place.scope)) return true;
  if (principal.self !== null && place.subject === principal.self) return true;
  return isOperator(principal);
}
