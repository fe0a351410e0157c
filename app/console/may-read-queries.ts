import type { Role } from "@/lib/contracts/principals";

/** A request's words are about people as often as a memory's: they are read by whose work it is to decide on them. */
export function mayReadQueries(roles: readonly Role[]): boolean {
  return roles.includes("reviewer") || roles.includes("privacy_officer");
}
