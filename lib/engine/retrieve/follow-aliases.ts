import type { RetrievalInput } from "@/lib/contracts/retrievals";
import { nameOf } from "@/lib/engine/policy/fold-name";
import { listNameKeys } from "@/lib/engine/policy/list-name-keys";
import type { Projection } from "@/lib/engine/retrieve/project-query";
import type { Tx } from "@/lib/store/client";
import { type FollowedAlias, findAliasesOf } from "@/lib/store/naming/aliases-in-text";

/** Aliases that a request names, in the scopes it looks at. Needs nothing but the request: sent with the first flight. */
export async function findNamedAliases(
  tx: Tx,
  tenantId: string,
  scopes: readonly string[],
  input: Pick<RetrievalInput, "query" | "task_type" | "entities">,
): Promise<FollowedAlias[]> {
  const keys = listNameKeys([input.query ?? "", input.task_type ?? ""].join(" "), input.entities ?? []);
  return findAliasesOf(tx, tenantId, keys, {
    scopes: scopes.filter((scope) => !scope.endsWith(":*")),
    scopeTypes: scopes.filter((scope) => scope.endsWith(":*")).map((scope) => scope.slice(0, -2)),
  });
}

/**
 * Whoever the question names by another name is one of its entities as well: keys and relations then reach what is filed
 * under the subject itself. The hard filter is not touched by it. Pure.
 */
export function followAliases(projection: Projection, aliases: readonly FollowedAlias[]): Projection {
  if (aliases.length === 0) return projection;
  const { query } = projection;
  const named = aliases.flatMap(({ subject }) => [subject, nameOf(subject).toLowerCase()]);
  return {
    ...projection,
    aliases,
    query: { ...query, entities: [...new Set([...query.entities, ...named])] },
  };
}
