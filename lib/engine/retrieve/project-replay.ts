import type { RetrievalInput } from "@/lib/contracts/retrievals";
import { EngineError } from "@/lib/engine/errors";
import { holdsScope, isOperator, type Principal } from "@/lib/engine/model/principal";
import type { RetrievalPolicy } from "@/lib/engine/policy/retrieval-policy";
import { type Projection, projectQuery } from "@/lib/engine/retrieve/project-query";
import type { StoredRetrieval } from "@/lib/store/retrieval/read-retrieval";

export interface ReplayTerms {
  at: "then" | "now";
  without: readonly string[];
  now: Date;
  zone: string;
}

/**
 * The question of an earlier retrieval, asked again within the bounds it had. An operator replays what another was
 * allowed to see, and is told ids and numbers of it; whoever replays their own must still hold all of it.
 * @throws EngineError `text_erased` when the words of the question are gone; `scope_not_allowed`
 */
export function projectReplay(
  principal: Principal,
  retrieval: StoredRetrieval,
  policy: RetrievalPolicy,
  terms: ReplayTerms,
): Projection {
  if (retrieval.received === null) {
    throw new EngineError(
      "text_erased",
      "The words of this question were erased: what it would find cannot be told any more.",
    );
  }
  const { projected } = retrieval.trace.context;
  if (!isOperator(principal)) requireStillHeld(principal, projected.scopes);
  const asker: Principal = {
    ...principal,
    scopes: projected.scopes,
    purposes: projected.purposes ?? (projected.purpose === null ? null : [projected.purpose]),
    self: projected.self ?? null,
  };
  const input: RetrievalInput = {
    ...(retrieval.received as RetrievalInput),
    ...(retrieval.query === null ? {} : { query: retrieval.query }),
  };
  const then = terms.at === "then";
  const projection = projectQuery(asker, input, policy, then ? retrieval.at : terms.now, terms.zone);
  const { filter } = projection.query;
  filter.without = terms.without;
  // What was superseded since is no longer told apart from what was superseded then: that one question stays today's.
  if (then && !filter.asksKnownAt && !filter.includeSuperseded) {
    filter.asksKnownAt = true;
    filter.knownAt = retrieval.at;
  }
  return projection;
}

function requireStillHeld(principal: Principal, scopes: readonly string[]): void {
  if (scopes.every((scope) => principal.scopes.includes(scope) || holdsScope(principal.scopes, scope)))
    return;
  throw new EngineError(
    "scope_not_allowed",
    "This credential no longer holds all the scopes that were searched then.",
  );
}
