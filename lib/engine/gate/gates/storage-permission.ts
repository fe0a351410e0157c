import type { Gate } from "@/lib/engine/gate/gate-context";

/** May this be stored at all: the purpose is one the credential may serve. A pause is refused before any gate. */
export const storagePermission: Gate = ({ proposal, principal }) => {
  const { purposes } = principal;
  if (proposal.purpose !== null && purposes !== null && !purposes.includes(proposal.purpose)) {
    return {
      gate: "storage_permission",
      verdict: "deny",
      code: "purpose_not_allowed",
      reason: "This key may not store memories for that purpose.",
    };
  }
  return {
    gate: "storage_permission",
    verdict: "pass",
    code: proposal.consentBasis ? "consent_named" : "policy_allows",
    reason: proposal.consentBasis
      ? "The policy allows it and a consent basis is named."
      : "The policy allows it.",
  };
};
