import type { Sensitivity, SourceType, Status } from "@/lib/contracts/common";
import type { Claim, OpenPeriod } from "@/lib/engine/policy/timeline";

/** A version's claim with what resolution compares. */
export interface StoredClaim extends Claim {
  revision: number;
  status: Status;
  statusReason: string | null;
  valueDigest: string | null;
  /** Only when its digest was made in an older way: then it is compared anew. */
  oldValue?: unknown;
  sourceType: SourceType;
  trust: number;
  sensitivity: Sensitivity;
  stateRevision: number;
  supersededBy: string | null;
  retiredAt: number | null;
}

/** What a fact is found by: its names as they are kept, and folded so that every spelling finds it. */
export interface FactKey {
  scope: string;
  subject: string;
  predicate: string;
  subjectKey: string;
  predicateKey: string;
  /** '' for a fact; the event's id for an episode. */
  instance: string;
}

/** A fact as read under its lock: all that a change is decided on. */
export interface FactState {
  factId: string;
  scope: string;
  subject: string;
  predicate: string;
  cardinality: "one" | "many";
  revisions: number;
  knownBound: number | null;
  claims: StoredClaim[];
  open: OpenPeriod[];
}
