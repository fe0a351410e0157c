import type { Gate, GateContext } from "@/lib/engine/gate/gate-context";
import { foldForMatching } from "@/lib/engine/policy/deciding-words";
import { mentionsAny, readTopics } from "@/lib/engine/policy/read-topics";

function topicsOf({ proposal, policy }: GateContext): string[] {
  return readTopics([proposal.predicate, proposal.statement, proposal.quote], proposal.topic, policy.topics);
}

/** Whether a person's choice is about this: its topic by name, else by the words of the choice itself. */
function touches(context: GateContext, topic: string): boolean {
  const { proposal } = context;
  const wanted = foldForMatching(topic).trim();
  return (
    topicsOf(context).includes(wanted) ||
    mentionsAny([proposal.predicate, proposal.statement, proposal.quote ?? ""].join("\n"), [topic])
  );
}

/** Said by the person themselves, in so many words; everything else is a conclusion of somebody's. */
function isOwnWord({ proposal }: GateContext): boolean {
  return (
    ["user_statement", "user_confirmation", "approval"].includes(proposal.sourceType) &&
    proposal.assertion === "explicit"
  );
}

/** May this be stored at all: purpose, consent, what the person concerned declined. A pause is refused before any gate. */
export const storagePermission: Gate = {
  gate: "storage_permission",
  signals: {
    purpose_forbidden: ({ proposal, principal }) =>
      proposal.purpose !== null &&
      principal.purposes !== null &&
      !principal.purposes.includes(proposal.purpose),
    consent_named: ({ proposal }) => Boolean(proposal.consentBasis),
    consent_missing: (context) => {
      const { proposal, policy } = context;
      const topics = policy.consent.some((rule) => rule.topics) ? topicsOf(context) : [];
      return policy.consent.some((rule) => {
        const fits =
          (rule.topics?.some((topic) => topics.includes(topic)) ?? true) &&
          (rule.sensitivities?.includes(proposal.sensitivity) ?? true) &&
          (rule.purposes?.includes(proposal.purpose ?? "") ?? true) &&
          (rule.sourceTypes?.includes(proposal.sourceType) ?? true);
        const basis = proposal.consentBasis;
        return fits && (!basis || (rule.bases.length > 0 && !rule.bases.includes(basis)));
      });
    },
    topic_declined: (context) =>
      context.choices.some((choice) => !choice.remember && touches(context, choice.topic)),
    inference_declined: (context) =>
      !isOwnWord(context) &&
      context.choices.some((choice) => !choice.infer && touches(context, choice.topic)),
  },
  rules: [
    {
      when: { all: ["purpose_forbidden"] },
      verdict: "deny",
      code: "purpose_not_allowed",
      reason: "This key may not store memories for that purpose.",
    },
    {
      when: { all: ["topic_declined"] },
      verdict: "deny",
      code: "topic_declined",
      reason: "The person concerned does not want anything remembered about this topic.",
    },
    {
      when: { all: ["inference_declined"] },
      verdict: "deny",
      code: "inference_declined",
      reason:
        "The person concerned lets nobody draw conclusions about this topic; they have to say it themselves.",
    },
    {
      when: { all: ["consent_missing"] },
      verdict: "deny",
      code: "consent_missing",
      reason: "The policy asks for a consent basis for this, and none that it accepts is named.",
    },
    {
      when: { all: ["consent_named"] },
      verdict: "pass",
      code: "consent_named",
      reason: "The policy allows it and a consent basis is named.",
    },
    { when: {}, verdict: "pass", code: "policy_allows", reason: "The policy allows it." },
  ],
};
