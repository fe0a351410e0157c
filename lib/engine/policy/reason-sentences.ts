/** What a decision's code says in a sentence. English, stable, free of content; pages have their own words. */
const SENTENCES: Record<string, string> = {
  added: "Remembered as a new fact.",
  added_value: "Remembered as one more value of this fact.",
  added_past: "Remembered for the time before the present value.",
  superseded: "It replaces the earlier version from its beginning on; the earlier one is kept.",
  confirmed: "The same value was held already; it is confirmed now.",
  same_value: "The same value was held already; this is one more source for it.",
  lower_authority: "A source of higher authority says otherwise. Kept as evidence, not in its place.",
  older_than_held: "What is held now was said later. Kept as evidence, not in its place.",
  equal_authority_same_moment:
    "Two sources of equal authority disagree about the same moment. Both are kept; a person has to decide.",
  erased_before: "This content was erased at the person's request. Only the person can tell it anew.",
  revoked_before: "This was withdrawn before. Only a person's confirmation brings it back.",
  run_ended: "The run has ended; what belongs to it ends with it.",
  low_utility: "Its expected use does not outweigh what keeping it costs.",
  organisation_wide: "It would hold for the whole organisation: two people decide.",
  concerns_money: "It concerns money, and no person said it explicitly: two people decide.",
  concerns_access: "It concerns access, and no person said it explicitly: a person decides.",
  concerns_safety: "It concerns safety, and no person said it explicitly: a person decides.",
  concerns_identity: "It concerns who somebody is, and they did not say it explicitly: a person decides.",
  procedure_not_stated: "It is a procedure that no person stated: a person decides.",
  overrides_confirmed: "It would take the place of something confirmed without being confirmed itself.",
  external_needs_person: "It came from outside: only a person's own decision makes it theirs.",
  approved: "A person approved it.",
  approved_as_observed: "A person let it stand. It came from outside, so it stays observed.",
  approved_as_held: "A person approved it; the same value was held already and is confirmed now.",
  approval_rejected: "A person decided against it.",
  approval_expired: "Nobody decided in time: nothing was committed.",
  write_mode_propose: "This key only proposes: a person decides.",
  needs_entitlement: "Only the person concerned, or their own words, may change this. Held for a decision.",
  retracted: "Withdrawn as never true; what it had displaced holds again.",
  revoked: "Withdrawn from use. The record stays; nothing older comes back in its place.",
  expired: "Ended; it stays as history.",
  expiry_set: "It will end at the given time.",
  restored: "In force again.",
  restored_as_new: "In force again as a new version.",
  corrected: "Corrected by a new version; the earlier one is kept.",
};

export function reasonSentence(code: string): string {
  return SENTENCES[code] ?? code.replaceAll("_", " ");
}
