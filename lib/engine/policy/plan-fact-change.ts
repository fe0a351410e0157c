import type { Confirmation, Status } from "@/lib/contracts/common";
import type { FactState, StoredClaim } from "@/lib/engine/model/fact-state";
import {
  type Claim,
  computeTimeline,
  deriveStatus,
  diffTimeline,
  type Span,
} from "@/lib/engine/policy/timeline";

/** What an operation does to one existing claim. */
export interface ClaimChange {
  memoryId: string;
  claim?: Partial<Pick<Claim, "state" | "endedAt" | "authority">>;
  confirmation?: Confirmation;
  trust?: number;
  /** Set where the status does not follow from the timeline: revoked, archived, deleted… */
  status?: Status;
  statusReason?: string | null;
  /** Set where another fact's version takes its place. */
  supersededBy?: string;
}

export interface MemoryUpdate {
  memoryId: string;
  status: Status;
  statusReason: string | null;
  confirmation: Confirmation;
  claimState: Claim["state"];
  endedAt: number | null;
  authority: number;
  trust: number;
  supersededBy: string | null;
  /** Another value holds time it claims: it is half as sure, until that one falls. */
  contradicted: boolean;
  retiredAt: number | null;
  stateRevision: number;
}

export interface PlannedTransition {
  memoryId: string;
  fromStatus: Status | null;
  toStatus: Status;
  fromConfirmation: Confirmation | null;
  toConfirmation: Confirmation;
}

export interface FactPlan {
  /** Instant of the change on the clock of knowledge, ms. */
  t: number;
  close: string[];
  insert: Span[];
  updates: MemoryUpdate[];
  transitions: PlannedTransition[];
  /** Versions that lost time to the added one. */
  displaced: string[];
  /** Present status of the added claim; null when none was added. */
  addedStatus: Status | null;
  /** Who already holds the time it asked for, when it came late. */
  addedSupersededBy: string | null;
}

/** The instant after the fact's lock: later than everything known of this fact, whatever the clock says. */
export function nextKnownInstant(fact: Pick<FactState, "knownBound">, clock: Date): number {
  const now = clock.getTime();
  return fact.knownBound === null ? now : Math.max(now, fact.knownBound + 1);
}

const END = Number.POSITIVE_INFINITY;

/** Who holds the time that this claim asked for and did not get: the next holder after its last span, else the one at its start. */
function findSuccessor(claim: Claim, spans: readonly Span[]): string | null {
  const last = spans.filter((span) => span.memoryId === claim.memoryId).at(-1);
  const at = last ? last.to : claim.from;
  if (at === null || at >= (claim.to ?? END)) return null;
  if (claim.state === "ended" && claim.endedAt !== null && at >= claim.endedAt) return null;
  const holder = spans.find((span) => span.from <= at && (span.to ?? END) > at);
  return holder && holder.memoryId !== claim.memoryId ? holder.memoryId : null;
}

/**
 * Everything an operation writes, decided before a row is touched. Pure: the store applies it as it stands.
 * `added` is the claim of a new version; one whose state is `gone` holds nothing (a candidate, a quarantined one).
 */
export function planFactChange(
  fact: FactState,
  t: number,
  changes: readonly ClaimChange[],
  added: { claim: Claim; status?: Status } | null,
): FactPlan {
  const changed = new Map(changes.map((change) => [change.memoryId, change]));
  const claims: StoredClaim[] = fact.claims.map((claim) => {
    const change = changed.get(claim.memoryId);
    if (!change) return claim;
    return {
      ...claim,
      ...change.claim,
      confirmation: change.confirmation ?? claim.confirmation,
      trust: change.trust ?? claim.trust,
    };
  });
  const spans = computeTimeline(added ? [...claims, added.claim] : claims, fact.cardinality);
  const { close, insert } = diffTimeline(fact.open, spans);

  const updates: MemoryUpdate[] = [];
  const transitions: PlannedTransition[] = [];
  const displaced: string[] = [];
  for (const [index, claim] of claims.entries()) {
    const before = fact.claims[index] as StoredClaim;
    const change = changed.get(claim.memoryId);
    const holdsTime = claim.state === "held" || claim.state === "ended";
    const derived = holdsTime ? deriveStatus(claim, spans, t) : before.status;
    // What lies in the archive stays there while others of its fact change; whoever means it itself brings it back.
    const stays = before.status === "archived" && derived === "active" && !change;
    const status = change?.status ?? (stays ? before.status : derived);
    const supersededBy =
      change?.supersededBy !== undefined
        ? change.supersededBy
        : holdsTime && fact.cardinality === "one"
          ? findSuccessor(claim, spans)
          : before.supersededBy;
    const hasOpen = spans.some((span) => span.memoryId === claim.memoryId);
    const hadOpen = fact.open.some((period) => period.memoryId === claim.memoryId);
    const retiredAt = hasOpen ? null : hadOpen ? t : before.retiredAt;
    const confirmation = claim.confirmation as Confirmation;
    const stateChanged = status !== before.status || confirmation !== before.confirmation;
    if (added && lostTimeTo(added.claim.memoryId, claim.memoryId, fact, spans))
      displaced.push(claim.memoryId);
    if (!stateChanged && !change && supersededBy === before.supersededBy && retiredAt === before.retiredAt)
      continue;
    updates.push({
      memoryId: claim.memoryId,
      status,
      statusReason:
        change?.statusReason !== undefined
          ? change.statusReason
          : stateChanged && !change
            ? null
            : before.statusReason,
      confirmation,
      claimState: claim.state,
      endedAt: claim.endedAt,
      authority: claim.authority,
      trust: claim.trust,
      supersededBy,
      contradicted: supersededBy !== null,
      retiredAt,
      stateRevision: before.stateRevision + 1,
    });
    if (stateChanged || change) {
      transitions.push({
        memoryId: claim.memoryId,
        fromStatus: before.status,
        toStatus: status,
        fromConfirmation: before.confirmation as Confirmation,
        toConfirmation: confirmation,
      });
    }
  }

  let addedStatus: Status | null = null;
  let addedSupersededBy: string | null = null;
  if (added) {
    addedStatus = added.status ?? deriveStatus(added.claim, spans, t);
    if (!added.status && fact.cardinality === "one") addedSupersededBy = findSuccessor(added.claim, spans);
    transitions.push({
      memoryId: added.claim.memoryId,
      fromStatus: null,
      toStatus: addedStatus,
      fromConfirmation: null,
      toConfirmation: added.claim.confirmation as Confirmation,
    });
  }
  return { t, close, insert, updates, transitions, displaced, addedStatus, addedSupersededBy };
}

/** Whether time that `loser` held before belongs to `winner` now. */
function lostTimeTo(winner: string, loser: string, fact: FactState, spans: readonly Span[]): boolean {
  const won = spans.filter((span) => span.memoryId === winner);
  return fact.open.some(
    (period) =>
      period.memoryId === loser &&
      won.some((span) => span.from < (period.to ?? END) && period.from < (span.to ?? END)) &&
      fact.cardinality === "one",
  );
}
