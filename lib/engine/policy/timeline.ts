/**
 * The timeline of a fact as a pure function of its claims. Each instant of valid time belongs to the admitted claim
 * that covers it with the highest (authority, observed_at, seq). Times are milliseconds; null is "without end".
 */
export type ClaimState = "held" | "ended" | "hole" | "gone";

export interface Claim {
  memoryId: string;
  from: number;
  to: number | null;
  state: ClaimState;
  /** For an ended claim: it holds nothing from here on, and still keeps older ones from coming back. */
  endedAt: number | null;
  authority: number;
  observedAt: number;
  seq: number;
  confirmation: string;
}

export interface Span {
  memoryId: string;
  from: number;
  to: number | null;
  confirmation: string;
}

const END = Number.POSITIVE_INFINITY;
const upper = (value: number | null): number => value ?? END;

/** Higher authority, then later observed, then later in sequence. */
export function outranks(a: Claim, b: Claim): boolean {
  if (a.authority !== b.authority) return a.authority > b.authority;
  return isLater(a, b);
}

function isLater(a: Claim, b: Claim): boolean {
  if (a.observedAt !== b.observedAt) return a.observedAt > b.observedAt;
  return a.seq > b.seq;
}

/** Where a claim holds if nothing outranks it; empty when from ≥ to. */
function heldRange(claim: Claim): { from: number; to: number } | null {
  if (claim.state === "hole" || claim.state === "gone") return null;
  const to = claim.state === "ended" ? Math.min(upper(claim.to), upper(claim.endedAt)) : upper(claim.to);
  return to > claim.from ? { from: claim.from, to } : null;
}

/** Where a claim holds nothing but keeps older ones away. */
function blockedRange(claim: Claim): { from: number; to: number } | null {
  if (claim.state === "hole") return { from: claim.from, to: upper(claim.to) };
  if (claim.state !== "ended" || claim.endedAt === null) return null;
  const from = Math.max(claim.from, claim.endedAt);
  return upper(claim.to) > from ? { from, to: upper(claim.to) } : null;
}

/**
 * What is held when. For cardinality many each claim holds its own range; for one, the best claim of each instant
 * does. A hole or an ended stretch keeps away only what is older than itself: something learned after a memory was
 * ended or withdrawn is new, whatever its authority.
 */
export function computeTimeline(claims: readonly Claim[], cardinality: "one" | "many"): Span[] {
  const open = (to: number): number | null => (to === END ? null : to);
  if (cardinality === "many") {
    return claims.flatMap((claim) => {
      const range = heldRange(claim);
      return range
        ? [
            {
              memoryId: claim.memoryId,
              from: range.from,
              to: open(range.to),
              confirmation: claim.confirmation,
            },
          ]
        : [];
    });
  }
  const holders = claims.flatMap((claim) => {
    const range = heldRange(claim);
    return range ? [{ claim, ...range }] : [];
  });
  const blockers = claims.flatMap((claim) => {
    const range = blockedRange(claim);
    return range ? [{ claim, ...range }] : [];
  });
  const bounds = [...new Set([...holders, ...blockers].flatMap((item) => [item.from, item.to]))].sort(
    (a, b) => a - b,
  );
  const spans: Span[] = [];
  for (let i = 0; i + 1 < bounds.length; i++) {
    const from = bounds[i] as number;
    const to = bounds[i + 1] as number;
    let best: Claim | null = null;
    for (const holder of holders) {
      if (holder.from > from || holder.to < to) continue;
      const away = blockers.some(
        (blocker) =>
          blocker.from <= from &&
          blocker.to >= to &&
          blocker.claim.memoryId !== holder.claim.memoryId &&
          isLater(blocker.claim, holder.claim) &&
          outranks(blocker.claim, holder.claim),
      );
      if (!away && (best === null || outranks(holder.claim, best))) best = holder.claim;
    }
    if (best === null) continue;
    const last = spans.at(-1);
    if (last && last.memoryId === best.memoryId && upper(last.to) === from) last.to = open(to);
    else spans.push({ memoryId: best.memoryId, from, to: open(to), confirmation: best.confirmation });
  }
  return spans;
}

export interface OpenPeriod extends Span {
  periodId: string;
}

/** What has to be closed and inserted to get from the open periods to the wanted spans. */
export function diffTimeline(
  open: readonly OpenPeriod[],
  wanted: readonly Span[],
): { close: string[]; insert: Span[] } {
  const key = (span: Span) => `${span.memoryId}|${span.from}|${span.to ?? ""}|${span.confirmation}`;
  const wantedKeys = new Set(wanted.map(key));
  const openKeys = new Set(open.map(key));
  return {
    close: open.filter((period) => !wantedKeys.has(key(period))).map((period) => period.periodId),
    insert: wanted.filter((span) => !openKeys.has(key(span))),
  };
}

/**
 * Present status of an admitted claim: an open period that ends after now → active; own end passed → expired; time
 * lost to another → superseded.
 */
export function deriveStatus(
  claim: Claim,
  spans: readonly Span[],
  now: number,
): "active" | "superseded" | "expired" {
  const own = spans.filter((span) => span.memoryId === claim.memoryId);
  if (own.some((span) => upper(span.to) > now)) return "active";
  const end = Math.min(upper(claim.to), claim.state === "ended" ? upper(claim.endedAt) : END);
  return end <= now ? "expired" : "superseded";
}
