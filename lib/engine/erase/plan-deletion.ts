import { SCOPE_TYPES } from "@/lib/contracts/choices";
import type { DeletionCounts, DeletionSelector } from "@/lib/contracts/deletions";
import type { Reach } from "@/lib/engine/erase/decide-reach";
import { isWithinReach } from "@/lib/engine/erase/decide-reach";
import { isTypedReference, subjectKey } from "@/lib/engine/policy/fold-name";
import { EngineError, notFound } from "@/lib/engine/errors";
import { holdsScope, maySee, type Principal } from "@/lib/engine/model/principal";
import type { Tx } from "@/lib/store/client";
import { countPlaces } from "@/lib/store/erasure/count-places";
import type { ErasurePlan, PlaceCounts } from "@/lib/store/erasure/erasure-plan";
import { listExportsOf } from "@/lib/store/erasure/list-exports-of";
import { listForgottenEntities } from "@/lib/store/naming/list-forgotten-entities";
import { lockForErasure } from "@/lib/store/erasure/read-erasable";
import {
  type MemoryConditions,
  type RowReach,
  type SelectedMemory,
  selectDerived,
  selectEvents,
  selectEventsOf,
  selectMemories,
} from "@/lib/store/erasure/select-memories";

export interface PlannedDeletion {
  selected: SelectedMemory[];
  derived: SelectedMemory[];
  plan: ErasurePlan;
  found: PlaceCounts;
  affected: DeletionCounts;
  /** Whose memory it is, when it is one person's or everything of one subject. */
  subject: string | null;
  /** Which selectors were used, without their words. */
  selectorKind: string;
}

/**
 * What a request covers, exactly: the dry run's numbers are those of the run.
 * @param lock holds everything selected until the end of the transaction, so that nothing is added to it meanwhile
 * @throws EngineError `not_found` for an id this caller cannot see (erased ones included), `not_entitled` for one they
 * see and may not erase, `scope_not_allowed` for a scope they do not hold
 */
export async function planDeletion(
  tx: Tx,
  principal: Principal,
  reach: Reach,
  selector: DeletionSelector,
  lock: boolean,
): Promise<PlannedDeletion> {
  requireSelectable(principal, reach, selector);
  const tenantId = principal.tenantId;
  const conditions = toConditions(selector);
  const rowReach = selector.memory_ids ? ({ kind: "tenant" } as const) : toRowReach(reach);
  let selected = await selectMemories(tx, tenantId, conditions, rowReach);
  if (selector.memory_ids) requireEach(principal, reach, selector.memory_ids, selected);
  let derived = await selectDerived(tx, tenantId, idsOf(selected));
  if (lock) {
    // What was read before the lock may have changed while waiting for it.
    await lockForErasure(tx, tenantId, [...selected, ...derived]);
    selected = await selectMemories(tx, tenantId, conditions, rowReach);
    if (selector.memory_ids) requireEach(principal, reach, selector.memory_ids, selected);
    derived = await selectDerived(tx, tenantId, idsOf(selected));
  }
  const memoryIds = [...idsOf(selected), ...idsOf(derived)];
  const events = new Set(await selectEvents(tx, tenantId, memoryIds));
  const place = placeOf(selector);
  if (place) for (const id of await selectEventsOf(tx, tenantId, place, toRowReach(reach))) events.add(id);
  const factIds = [...new Set([...selected, ...derived].map((memory) => memory.factId))];
  const plan: ErasurePlan = {
    memoryIds,
    factIds,
    eventIds: [...events].sort(),
    allOfSubject:
      selector.all_of_subject === undefined
        ? null
        : { subject: selector.all_of_subject, everywhere: reach.kind !== "scopes" },
    entityIds: await listForgottenEntities(tx, tenantId, {
      memoryIds,
      factIds,
      wholeSubject: reach.kind === "scopes" ? null : (selector.all_of_subject ?? null),
    }),
    exportIds: await listExportsOf(tx, tenantId, {
      memoryIds,
      factIds,
      wholeSubject: selector.all_of_subject ?? null,
    }),
    textDigests: [],
  };
  const found = await countPlaces(tx, tenantId, plan);
  return {
    selected,
    derived,
    plan,
    found,
    affected: toAffected(selected.length, derived.length, found),
    subject: selector.all_of_subject ?? personOf(selected),
    selectorKind: Object.entries(selector)
      .filter(([, value]) => value !== undefined)
      .map(([name]) => name)
      .sort()
      .join("+"),
  };
}

export function toAffected(memories: number, derived: number, found: PlaceCounts): DeletionCounts {
  return {
    memories,
    derived,
    events: found.payloads,
    sources: found.sources + found.quotes,
    candidates: found.proposals,
    index_rows: found.lexemes + found.vectors,
  };
}

const idsOf = (memories: readonly SelectedMemory[]): string[] => memories.map((memory) => memory.memoryId);

function toConditions(selector: DeletionSelector): MemoryConditions {
  const about = selector.all_of_subject ?? selector.subject;
  return {
    ...(about !== undefined && !isTypedReference(about) && { nameKey: subjectKey(about) }),
    ...(selector.memory_ids && { memoryIds: selector.memory_ids }),
    ...(selector.all_of_subject !== undefined && { allOfSubject: selector.all_of_subject }),
    ...(selector.scope !== undefined && { scope: selector.scope }),
    ...(selector.subject !== undefined && { subject: selector.subject }),
    ...(selector.topic !== undefined && { topic: selector.topic }),
    ...(selector.predicate !== undefined && { predicate: selector.predicate }),
    ...(selector.agent !== undefined && { writerId: selector.agent }),
  };
}

export function toRowReach(reach: Reach): RowReach {
  if (reach.kind !== "scopes") return reach;
  const whole = reach.grants.filter((grant) => grant.endsWith(":*"));
  return {
    kind: "scopes",
    exact: reach.grants.filter((grant) => !grant.endsWith(":*")),
    types: whole.map((grant) => grant.slice(0, -2)),
  };
}

/** A whole scope, or everything about a subject: then the words of events that became no memory go as well. */
function placeOf(selector: DeletionSelector): { scope: string } | { subject: string } | null {
  if (selector.all_of_subject !== undefined) return { subject: selector.all_of_subject };
  const { scope, subject, topic, agent, predicate } = selector;
  const narrowed = [subject, topic, agent, predicate].some((value) => value !== undefined);
  return scope !== undefined && !narrowed ? { scope } : null;
}

function requireSelectable(principal: Principal, reach: Reach, selector: DeletionSelector): void {
  if (reach.kind === "tenant") return;
  const all = selector.all_of_subject;
  if (all !== undefined) {
    if (reach.kind === "person" && all !== reach.self) {
      throw new EngineError(
        "not_entitled",
        "Only the person concerned, or an operator, may erase everything about a subject.",
      );
    }
    const isScope = SCOPE_TYPES.some((type) => all.startsWith(`${type}:`));
    if (reach.kind === "scopes" && isScope && !holdsScope(reach.grants, all)) throw scopeNotAllowed();
  }
  const { scope } = selector;
  if (scope === undefined || holdsScope(principal.scopes, scope)) return;
  if (reach.kind === "person" && scope === reach.self) return;
  throw scopeNotAllowed();
}

function scopeNotAllowed(): EngineError {
  return new EngineError("scope_not_allowed", "Your credential does not hold that scope.");
}

function requireEach(
  principal: Principal,
  reach: Reach,
  ids: readonly string[],
  selected: readonly SelectedMemory[],
): void {
  const known = new Map(selected.map((memory) => [memory.memoryId, memory]));
  const memories = ids.map((id) => {
    const memory = known.get(id);
    if (!memory || !(maySee(principal, memory) || isWithinReach(reach, memory))) throw notFound("memory");
    return memory;
  });
  if (memories.some((memory) => !isWithinReach(reach, memory))) {
    throw new EngineError("not_entitled", "Only the person concerned, or an operator, may erase this.");
  }
}

function personOf(memories: readonly SelectedMemory[]): string | null {
  const people = new Set(
    memories.map(({ scope, subject }) =>
      scope.startsWith("user:") ? scope : subject?.startsWith("user:") ? subject : null,
    ),
  );
  const [only] = people;
  return people.size === 1 ? (only ?? null) : null;
}
