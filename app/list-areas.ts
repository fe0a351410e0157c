import type { Role } from "@/lib/contracts/principals";

/** Everyone has a page about themselves; whoever holds another role than `user` also works in the console. */
export function listAreas(roles: readonly Role[]): { me: boolean; console: boolean } {
  return { me: true, console: roles.some((role) => role !== "user") };
}
