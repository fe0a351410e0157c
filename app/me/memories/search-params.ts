import { MEMORY_SORTS } from "@/lib/contracts/choices";
import { createLoader, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { Confirmation, Status } from "@/lib/contracts/common";

/** What the state filter offers: how an active memory is known, or what became of it. */
export const STATE_CHOICES = [
  "confirmed",
  "inferred",
  "observed",
  "pending_approval",
  "quarantined",
  "superseded",
  "expired",
  "revoked",
  "archived",
] as const;
/** In the address, "no topic" needs a word of its own: an empty value means "any". */
export const NO_TOPIC = "-";

export type StateChoice = (typeof STATE_CHOICES)[number];

/** Malformed values fall back to their defaults: a mistyped address is never an error. */
export const memorySearch = {
  q: parseAsString.withDefault(""),
  topic: parseAsString.withDefault(""),
  agent: parseAsString.withDefault(""),
  state: parseAsStringLiteral(STATE_CHOICES),
  all: parseAsBoolean.withDefault(false),
  sort: parseAsStringLiteral(MEMORY_SORTS).withDefault("changed"),
  dir: parseAsStringLiteral(["asc", "desc"] as const).withDefault("desc"),
  cursor: parseAsString,
};
export const loadMemorySearch = createLoader(memorySearch);

export function toStateFilter(state: StateChoice | null): { status?: Status; confirmation?: Confirmation } {
  if (state === null) return {};
  if (state === "confirmed" || state === "inferred" || state === "observed")
    return { status: "active", confirmation: state };
  return { status: state };
}
