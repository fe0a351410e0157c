import type { PersonalDataKind } from "@/lib/contracts/personal-data";
import type { Proposal } from "@/lib/engine/model/proposal";
import {
  listPersonalData,
  ONLY_MARKS,
  redactPersonalData,
} from "@/lib/engine/policy/personal-data/redact-personal-data";
import type { GatePolicy, PersonalDataAction } from "@/lib/engine/policy/gate-policy";

/** What was found in a proposal and what the policy makes of it. */
export interface PersonalDataFinding {
  kinds: PersonalDataKind[];
  /** The strictest action of the kinds found; null when there are none. */
  action: PersonalDataAction | null;
  /** The redaction left something behind: the write may not happen. */
  failed: boolean;
  /** Nothing but marks is left of the value: there is nothing to remember. */
  emptied: boolean;
}

const STRICTNESS: readonly PersonalDataAction[] = ["allow", "redact", "encrypt", "refuse"];

/** Everything of a proposal that holds words. The predicate names the value. */
function wordsOf(proposal: Proposal) {
  const { value, statement, quote, topic, purpose, consentBasis, writeReason, metadata, episode } = proposal;
  return { value, statement, quote, topic, purpose, consentBasis, writeReason, metadata, episode };
}

/**
 * Personal data in a proposal before it is judged: redacted, or raised to sensitivity high so that it is kept encrypted
 * and out of every index, or left for the gate to refuse. An episode is the event's own text and follows its rule.
 */
export function protectPersonalData(
  proposal: Proposal,
  policy: GatePolicy["personalData"],
): { proposal: Proposal; finding: PersonalDataFinding } {
  const words = wordsOf(proposal);
  const field = proposal.predicate.replace(/[_./-]+/g, " ");
  const kinds = [...new Set([...listPersonalData(words), ...listPersonalData(proposal.value, field)])];
  const actionOf = (kind: PersonalDataKind): PersonalDataAction => {
    if (proposal.kind === "episodic") return policy.events[kind];
    const action = policy.candidates[kind];
    // What a page says of somebody is not worth a key: the rest of it is kept, or held for a person to look at.
    return action === "encrypt" && proposal.sourceType === "external_content" ? "redact" : action;
  };
  const actions = kinds.map(actionOf);
  const action = STRICTNESS.filter((one) => actions.includes(one)).at(-1) ?? null;
  const emptied = typeof proposal.value === "string" && ONLY_MARKS.test(proposal.value);
  const finding = { kinds, action, failed: false, emptied };
  if (action === "encrypt") return { proposal: { ...proposal, sensitivity: "high" }, finding };
  if (action !== "redact") return { proposal, finding };
  const keep = (kind: PersonalDataKind) => actionOf(kind) === "allow";
  const redacted = redactPersonalData(words, keep);
  const value = redactPersonalData(redacted.value.value, keep, field);
  return {
    proposal: { ...proposal, ...redacted.value, value: value.value },
    finding: {
      ...finding,
      failed: !redacted.complete || !value.complete,
      emptied: typeof value.value === "string" && ONLY_MARKS.test(value.value),
    },
  };
}
