import { SENSITIVITIES } from "@/lib/contracts/common";
import type { HardFilter } from "@/lib/engine/model/read-query";
import type { RetrievalPolicy } from "@/lib/engine/policy/retrieval-policy";
import { listHighNames } from "@/lib/engine/retrieve/list-high-names";
import type { StoredRetrieval } from "@/lib/store/retrieval/read-retrieval";

/** The hard filter of a retrieval made earlier, from its trace: the same question, asked of one memory. */
export function projectRecorded(retrieval: StoredRetrieval, policy: RetrievalPolicy): HardFilter {
  const { projected } = retrieval.trace.context;
  const validAt = new Date(projected.valid_at);
  const received = retrieval.received ?? {};
  const range = received.time_range as { from?: string; to?: string } | undefined;
  return {
    scopes: projected.scopes.filter((scope) => !scope.endsWith(":*")),
    scopeTypes: projected.scopes.filter((scope) => scope.endsWith(":*")).map((scope) => scope.slice(0, -2)),
    self: projected.self ?? null,
    paused: [],
    without: [],
    validAt,
    knownAt: new Date(projected.known_at),
    asksValidAt: validAt.getTime() !== retrieval.at.getTime(),
    asksKnownAt: new Date(projected.known_at).getTime() !== retrieval.at.getTime(),
    includeSuperseded: projected.include_superseded,
    includeArchived: projected.include_archived,
    kinds: projected.kinds,
    purposes: projected.purposes ?? (projected.purpose === null ? null : [projected.purpose]),
    sensitivities: SENSITIVITIES.slice(0, SENSITIVITIES.indexOf(policy.sensitivityCeiling) + 1),
    highNames: listHighNames(policy, projected.scopes, projected.self ?? null),
    trustFloor: retrieval.trace.thresholds.trust_floor,
    confirmedOnly: projected.require_confirmed,
    highRisk: projected.risk_level === "high",
    range: range
      ? { from: range.from ? new Date(range.from) : null, to: range.to ? new Date(range.to) : null }
      : (projected.range ?? null) && {
          from: projected.range?.from ? new Date(projected.range.from) : null,
          to: projected.range?.to ? new Date(projected.range.to) : null,
        },
    session: projected.session
      ? {
          ...projected.session,
          present: typeof received.session_id === "string" ? [received.session_id] : [],
        }
      : null,
  };
}
