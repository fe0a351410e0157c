import { EngineError } from "@/lib/engine/errors";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";
import type { ApprovalRow } from "@/lib/store/review/change-approval";

/** What an approval makes of a held version: confirmed at the authority of an approval, unless it came from outside. */
export function approvalTerms(
  row: Pick<ApprovalRow, "minAuthority" | "minTrust" | "sourceTypes">,
  place: { authority: number },
  policy: WritePolicy,
) {
  const { approval, external_content: external } = policy.sources;
  const outside = row.minAuthority <= external.authority || row.sourceTypes.includes("external_content");
  if (outside) {
    return {
      authority: place.authority,
      trust: Math.min(row.minTrust, external.trust),
      confirmation: "observed" as const,
      reasonCode: "approved_as_observed",
      // No evidence for what it says: when its source is condemned, it goes with it.
      relation: "derived_from" as const,
    };
  }
  return {
    authority: Math.max(place.authority, approval.authority),
    trust: approval.trust,
    confirmation: "confirmed" as const,
    reasonCode: "approved",
  };
}

/** What has changed since it was looked at. */
export function movedOn(row: ApprovalRow): EngineError {
  const what =
    row.state === "open"
      ? row.firstById === null
        ? "it is open"
        : `${row.firstById} gave the first approval at ${row.firstAt?.toISOString() ?? ""}`
      : `${row.decidedById ?? "somebody"} ${row.state} it at ${row.decidedAt?.toISOString() ?? ""}`;
  return new EngineError(
    "stale_revision",
    `It has changed since you looked: ${what} (revision ${row.revision}). Nothing was done.`,
  );
}
