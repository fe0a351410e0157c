import type { Gate } from "@/lib/engine/gate/gate-context";

/** Secrets are refused; they were masked before anything was stored. Personal data and high sensitivity follow the policy. */
export const sensitivity: Gate = {
  gate: "sensitivity",
  signals: {
    secret: ({ proposal }) => proposal.secrets.length > 0,
    personal_data: ({ personalData }) => personalData.kinds.length > 0,
    personal_data_refused: ({ personalData }) => personalData.action === "refuse",
    redaction_failed: ({ personalData }) => personalData.failed,
    redacted_away: ({ personalData }) => personalData.emptied,
    high_denied: ({ proposal, policy }) =>
      proposal.sensitivity === "high" && policy.highSensitivity === "deny",
  },
  rules: [
    {
      when: { all: ["secret"] },
      verdict: "deny",
      code: "secret",
      reason:
        "A secret was found ({secrets}). Secrets are never remembered: keep it in a vault and remember its name.",
    },
    {
      when: { all: ["personal_data_refused"] },
      verdict: "deny",
      code: "personal_data_refused",
      reason: "It holds personal data that the policy does not let in ({kinds}).",
    },
    {
      when: { all: ["redaction_failed"] },
      verdict: "deny",
      code: "redaction_failed",
      reason: "Its personal data could not be taken out completely ({kinds}): nothing was kept.",
    },
    {
      when: { all: ["redacted_away"] },
      verdict: "deny",
      code: "redacted_away",
      reason: "Without its personal data nothing is left to remember.",
    },
    {
      when: { all: ["high_denied"] },
      verdict: "deny",
      code: "high_sensitivity_denied",
      reason: "The policy refuses memories of high sensitivity.",
    },
    {
      when: { all: ["personal_data"], sensitivities: ["high"] },
      verdict: "downgrade",
      code: "personal_data_encrypted",
      reason: "It holds personal data ({kinds}): kept encrypted and out of every index.",
    },
    {
      when: { all: ["personal_data"] },
      verdict: "downgrade",
      code: "personal_data_handled",
      reason: "Its personal data ({kinds}) was handled as the policy says.",
    },
    {
      when: { sensitivities: ["high"] },
      verdict: "pass",
      code: "high_sensitivity_encrypted",
      reason: "Of high sensitivity: kept encrypted, in no search index, and told to whom it concerns only.",
    },
    { when: {}, verdict: "pass", code: "sensitivity_allowed", reason: "Its sensitivity may be stored." },
  ],
};
