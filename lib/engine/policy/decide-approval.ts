import type { ActorKind } from "@/lib/engine/model/principal";
import type { Admission, Proposal } from "@/lib/engine/model/proposal";
import type { ApprovalPolicy, ApprovalRule } from "@/lib/engine/policy/approval-policy";
import { normaliseText } from "@/lib/engine/policy/normalise-value";

const LATIN = /^[\p{Script=Latin}\d ]+$/u;

/** Predicate and topic as words: `bank_account` and "bank account" are one name. */
function nameWords(proposal: Pick<Proposal, "predicate" | "topic">): string {
  return ` ${normaliseText(`${proposal.predicate} ${proposal.topic ?? ""}`.replace(/[_./-]+/g, " "))} `;
}

const hasWord = (words: string, word: string): boolean =>
  words.includes(LATIN.test(word) ? ` ${word} ` : word);

/**
 * The first rule of high impact that fits, or null. Pure. `overridesConfirmed`: the write would take the place of a
 * confirmed version.
 */
export function decideApproval(
  proposal: Pick<Proposal, "predicate" | "topic" | "kind" | "scope">,
  admission: Pick<Admission, "authority" | "confirmation">,
  actor: ActorKind,
  overridesConfirmed: boolean,
  policy: ApprovalPolicy,
): ApprovalRule | null {
  const words = nameWords(proposal);
  const type = proposal.scope.slice(0, proposal.scope.indexOf(":"));
  const fits = ({ when }: ApprovalRule): boolean =>
    (when.authorityBelow === undefined || admission.authority < when.authorityBelow) &&
    (when.actors === undefined || when.actors.includes(actor)) &&
    (when.scopeTypes === undefined || when.scopeTypes.some((one) => one === type)) &&
    (when.kinds === undefined || when.kinds.includes(proposal.kind)) &&
    (when.words === undefined || when.words.some((word) => hasWord(words, word))) &&
    (!when.overridesConfirmed || (overridesConfirmed && admission.confirmation !== "confirmed"));
  return policy.rules.find(fits) ?? null;
}
