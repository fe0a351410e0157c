import type { SourceType } from "@/lib/contracts/common";
import type { Admission } from "@/lib/engine/model/proposal";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";

/** One thing that something was made from, at what it stands for now. */
export interface LineageInput {
  authority: number;
  trust: number;
  confirmed: boolean;
  /** Held for safety, or judged malicious. */
  held: boolean;
  /** The events behind it. */
  eventIds: readonly string[];
}

/** The least of all that something was made from: what is made from it is at most that. */
export interface Lineage {
  authority: number;
  trust: number;
  confirmed: boolean;
  held: boolean;
  eventIds: string[];
}

/** Null when nothing was named. Pure. */
export function foldLineage(inputs: readonly LineageInput[]): Lineage | null {
  if (inputs.length === 0) return null;
  return {
    authority: Math.min(...inputs.map((input) => input.authority)),
    trust: Math.min(...inputs.map((input) => input.trust)),
    confirmed: inputs.every((input) => input.confirmed),
    held: inputs.some((input) => input.held),
    eventIds: [...new Set(inputs.flatMap((input) => input.eventIds))],
  };
}

/** Kinds of source from the strongest to the weakest; of two of one strength the first names it. */
const BY_STRENGTH: readonly SourceType[] = [
  "user_confirmation",
  "verified_db",
  "user_statement",
  "internal_tool",
  "import",
  "agent_inference",
  "external_content",
];

/** What a source counts as when it was made from something weaker: a summary of a web page is a web page. Pure. */
export function lowerSource(
  claimed: SourceType,
  lineage: Pick<Lineage, "authority"> | null,
  ranks: WritePolicy["sources"],
): SourceType {
  if (lineage === null || ranks[claimed].authority <= lineage.authority) return claimed;
  return BY_STRENGTH.find((type) => ranks[type].authority <= lineage.authority) ?? "external_content";
}

/** Nothing made from something is more than the least of it: not by authority, not by trust, not confirmed. Pure. */
export function boundAdmission(admission: Admission, lineage: Lineage | null): Admission {
  if (lineage === null) return admission;
  const confirmed = admission.confirmation !== "confirmed" || lineage.confirmed;
  return {
    ...admission,
    authority: Math.min(admission.authority, lineage.authority),
    trust: Math.min(admission.trust, lineage.trust),
    confirmation: confirmed ? admission.confirmation : "inferred",
  };
}
