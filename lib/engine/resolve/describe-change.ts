import type { ResolvedChange } from "@/lib/engine/resolve/resolve-proposal";

/** A version would be added or replaced, or one that stands would be raised. */
export function changesSomething(resolved: ResolvedChange | null): boolean {
  return resolved?.outcome === "committed" && (resolved.add !== null || resolved.changes.length > 0);
}

/** It would take the place of a confirmed version. */
export function overridesConfirmed(resolved: ResolvedChange | null): boolean {
  const holder = resolved?.fact.claims.find((claim) => claim.memoryId === resolved.add?.supersedes);
  return holder?.confirmation === "confirmed";
}
