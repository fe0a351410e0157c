import type { RetrievalPolicy } from "@/lib/engine/policy/retrieval-policy";

/**
 * Who must be named for something of high sensitivity to be told: exactly, never by a whole type, and never by a scope
 * that many share. A key that holds everybody has to say whom it means; a person who asks without naming scopes means
 * themselves as well.
 */
export function listHighNames(
  policy: Pick<RetrievalPolicy, "highSensitivity">,
  searched: readonly string[],
  self: string | null,
): string[] {
  if (policy.highSensitivity === "never") return [];
  const named = searched.filter((scope) => !scope.endsWith(":*") && !/^(org|team):/.test(scope));
  return [...new Set(self === null ? named : [...named, self])];
}
