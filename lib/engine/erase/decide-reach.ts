import { hasRole, holdsScope, type Principal } from "@/lib/engine/model/principal";

/** How far a caller's right to erase goes: the whole tenant, the scopes a key holds, or what concerns one person. */
export type Reach =
  | { kind: "tenant" }
  | { kind: "scopes"; grants: readonly string[] }
  | { kind: "person"; self: string };

/**
 * Operators who answer for the tenant's memories reach all of it; a key with full rights reaches its scopes; a person
 * reaches what stands in their own scope or is about them, and no further: a shared scope is not theirs to empty.
 * @returns null when the caller may erase nothing
 */
export function decideReach(principal: Principal): Reach | null {
  if (principal.writeMode !== "full") return null;
  if (principal.actor.kind === "job") return { kind: "tenant" };
  if (hasRole(principal, "reviewer", "privacy_officer", "admin")) return { kind: "tenant" };
  if (principal.actor.kind === "user")
    return principal.self === null ? null : { kind: "person", self: principal.self };
  return { kind: "scopes", grants: principal.scopes };
}

/** Whether a memory of this scope and subject is within reach. */
export function isWithinReach(reach: Reach, place: { scope: string; subject: string | null }): boolean {
  if (reach.kind === "tenant") return true;
  if (reach.kind === "scopes") return holdsScope(reach.grants, place.scope);
  return place.scope === reach.self || place.subject === reach.self;
}
