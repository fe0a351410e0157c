import type { Confirmation, Status } from "@/lib/contracts/common";

/** What the stamp says: while a memory is active, how it is known; afterwards, what became of it. */
export type StampState =
  | "confirmed"
  | "inferred"
  | "observed"
  | "superseded"
  | "expired"
  | "revoked"
  | "quarantined"
  | "pending_approval"
  | "candidate"
  | "archived"
  | "deleted";

export function decideState(memory: { status: Status; confirmation: Confirmation }): StampState {
  if (memory.status !== "active") return memory.status;
  return memory.confirmation;
}
