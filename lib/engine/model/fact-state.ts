import type { SourceType, Status } from "@/lib/contracts/common";
import type { Claim, OpenPeriod } from "@/lib/engine/policy/timeline";

/** A version's claim with what resolution compares. */
export interface StoredClaim extends Claim {
  revision: number;
  status: Status;
  statusReason: string | null;
  valueDigest: string | null;
  sourceType: SourceType;
  trust: number;
  stateRevision: number;
  supersededBy: string | null;
  retiredAt: number | null;
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
