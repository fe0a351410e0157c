/**
 * What a fact of cardinality one says at one instant, by the rules read literally: no intervals, no planning. The second
 * opinion that the engine's timelines are held against. Times are milliseconds.
 */
export interface ReferenceClaim {
  id: string;
  value: string;
  from: number;
  to: number | null;
  authority: number;
  observedAt: number;
  seq: number;
  state: "held" | "ended" | "hole" | "gone";
  endedAt: number | null;
}

function isLater(a: ReferenceClaim, b: ReferenceClaim): boolean {
  return a.observedAt > b.observedAt || (a.observedAt === b.observedAt && a.seq > b.seq);
}

function beats(a: ReferenceClaim, b: ReferenceClaim): boolean {
  return a.authority > b.authority || (a.authority === b.authority && isLater(a, b));
}

export function holderAt(claims: readonly ReferenceClaim[], instant: number): ReferenceClaim | null {
  const covering = claims.filter(
    (claim) => claim.state !== "gone" && claim.from <= instant && (claim.to === null || instant < claim.to),
  );
  const silent = (claim: ReferenceClaim) =>
    claim.state === "hole" || (claim.state === "ended" && claim.endedAt !== null && instant >= claim.endedAt);
  const blockers = covering.filter(silent);
  const speaking = covering.filter(
    (claim) => !silent(claim) && !blockers.some((other) => isLater(other, claim) && beats(other, claim)),
  );
  return speaking.reduce<ReferenceClaim | null>(
    (best, claim) => (best === null || beats(claim, best) ? claim : best),
    null,
  );
}

export interface ReferenceWrite {
  value: string;
  from: number;
  to: number | null;
  authority: number;
  observedAt: number;
  observedAtNamed: boolean;
  /** Whether its source is entitled to confirm. */
  confirms: boolean;
}

export type ReferenceOutcome =
  | { kind: "add" | "supersede" | "conflict" | "evidence" | "refused" }
  | { kind: "confirm"; holder: ReferenceClaim };

/** What becomes of a write: the rules of authority and time, one after the other. */
export function decideWrite(
  claims: readonly ReferenceClaim[],
  withdrawn: readonly string[],
  write: ReferenceWrite,
): ReferenceOutcome {
  const holder = holderAt(claims, write.from);
  if (holder?.value === write.value) return { kind: "confirm", holder };
  if (withdrawn.includes(write.value) && !write.confirms) return { kind: "refused" };
  if (!holder) return { kind: "add" };
  if (write.authority < holder.authority) return { kind: "evidence" };
  if (write.authority > holder.authority) return { kind: "supersede" };
  if (write.observedAt === holder.observedAt && write.observedAtNamed) return { kind: "conflict" };
  if (write.observedAt >= holder.observedAt) return { kind: "supersede" };
  return { kind: holdsAnywhere(claims, write) ? "add" : "evidence" };
}

/** Asked at every instant at which anything begins or ends. */
function holdsAnywhere(claims: readonly ReferenceClaim[], write: ReferenceWrite): boolean {
  const claim: ReferenceClaim = {
    ...write,
    id: "",
    seq: claims.length + 1,
    state: "held",
    endedAt: null,
  };
  const bounds = claims.flatMap((one) => [one.from, one.to ?? one.from, one.endedAt ?? one.from]);
  return [write.from, ...bounds].some((instant) => holderAt([...claims, claim], instant)?.id === "");
}
