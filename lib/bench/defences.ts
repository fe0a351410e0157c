/** A defence of the write path, and how it is taken away: words of one file that are replaced by others. */
export interface Defence {
  name: string;
  /** The threat it stands against. */
  against: string;
  file: string;
  from: string;
  to: string;
  /** The tests that must turn red without it. */
  test: { file: string; project: "unit" | "embedded" };
}

const engine = (file: string) => `lib/engine/${file}`;
const unit = (file: string) => ({ file: engine(file), project: "unit" as const });
const embedded = (file: string) => ({ file: engine(file), project: "embedded" as const });

export const DEFENCES: readonly Defence[] = [
  {
    name: "own voice",
    against: "another's words in a person's message become that person's",
    file: engine("extract/find-statements.ts"),
    from: 'voice === "person" ? keepOwnVoice(text, all) : all',
    to: "all",
    test: unit("extract/extract-by-rules.test.ts"),
  },
  {
    name: "echo of outside",
    against: "a page's words are put into a person's mouth",
    file: engine("observe/bind-origin.ts"),
    from: "if (echo === null) return",
    to: "if (true) return",
    test: embedded("origin.db.test.ts"),
  },
  {
    name: "recalled text",
    against: "what was recalled comes back as new evidence",
    file: engine("observe/bind-origin.ts"),
    from: "  const recalled =\n    pasted ||",
    to: "  const recalled =\n    false && pasted &&",
    test: embedded("origin.db.test.ts"),
  },
  {
    name: "least of the lineage",
    against: "a summary of a page is more than the page",
    file: engine("policy/bound-by-lineage.ts"),
    from: "if (lineage === null || ranks[claimed].authority <= lineage.authority) return claimed;",
    to: "return claimed;",
    test: unit("policy/bound-by-lineage.test.ts"),
  },
  {
    name: "held inputs",
    against: "what is made from something held is let in",
    file: engine("observe/bind-origin.ts"),
    from: "lineage?.held\n    ?",
    to: "false\n    ?",
    test: embedded("origin.db.test.ts"),
  },
  {
    name: "one voice for one root",
    against: "many accounts of one source corroborate each other",
    file: engine("policy/count-independent.ts"),
    from: "    `writer ${voice.writerId}`,\n",
    to: "",
    test: unit("policy/count-independent.test.ts"),
  },
  {
    name: "own proposal",
    against: "whoever proposed it approves it",
    file: engine("policy/decide-reviewer.ts"),
    from: "principal.actor.id === place.proposedBy",
    to: "false",
    test: embedded("approvals.db.test.ts"),
  },
  {
    name: "two people",
    against: "one person gives both approvals",
    file: engine("policy/decide-reviewer.ts"),
    from: "place.firstBy !== null && principal.actor.id === place.firstBy",
    to: "false",
    test: embedded("approvals.db.test.ts"),
  },
  {
    name: "references looked up",
    against: "a key confirms by a reference that names nothing",
    file: engine("observe/find-reference.ts"),
    from: "found.find((event) => maySee(principal, event) && speaksOf(event, place))?.eventId ?? null",
    to: 'found[0]?.eventId ?? "evt_any"',
    test: embedded("relays.db.test.ts"),
  },
  {
    name: "whose word it is",
    against: "another person's message vouches for this one's memory",
    file: engine("observe/find-reference.ts"),
    from: "maySee(principal, event) && speaksOf(event, place)",
    to: "maySee(principal, event)",
    test: embedded("relays.db.test.ts"),
  },
  {
    name: "confirmed stays theirs",
    against: "an agent ends what a person confirmed",
    file: engine("revise/decide-verb.ts"),
    from: 'place.confirmedByPerson ? proposal : { kind: "agent", sourceType }',
    to: '{ kind: "agent", sourceType }',
    test: embedded("relays.db.test.ts"),
  },
  {
    name: "erased before",
    against: "what was erased comes back in another shape",
    file: engine("resolve/resolve-proposal.ts"),
    from: "if (erased) return refuse(",
    to: "if (false) return refuse(",
    test: embedded("write-defences.db.test.ts"),
  },
  {
    name: "orders from outside",
    against: "a page gives the agent orders",
    file: engine("gate/gates/source.ts"),
    from: "reads_as_instruction: ({ proposal }) => proposal.instruction !== null",
    to: "reads_as_instruction: () => false",
    test: embedded("write-defences.db.test.ts"),
  },
  {
    name: "rules from outside",
    against: "a page sets a preference or a rule",
    file: engine("gate/gates/source.ts"),
    from: 'when: { sourceTypes: ["external_content"], all: ["reads_as_rule"] }',
    to: 'when: { sourceTypes: ["import"], all: ["reads_as_rule"] }',
    test: embedded("write-defences.db.test.ts"),
  },
  {
    name: "clean names",
    against: "a secret stands in a name",
    file: engine("policy/require-clean-names.ts"),
    from: "if (fields.length === 0) return;",
    to: "return;",
    test: embedded("write-defences.db.test.ts"),
  },
  {
    name: "what an event can be",
    against: "a page or a tool claims to be the person",
    file: engine("observe/limit-source-type.ts"),
    from: "const byOrigin = limitByOrigin(event);",
    to: "const byOrigin = event.source.type;",
    test: embedded("write-defences.db.test.ts"),
  },
  {
    name: "a key that proposes",
    against: "it changes something by itself",
    file: engine("revise/decide-verb.ts"),
    from: 'if (principal.writeMode === "propose")',
    to: "if (false)",
    test: embedded("write-defences.db.test.ts"),
  },
  {
    name: "purpose",
    against: "kept for a purpose that the key does not hold",
    file: engine("gate/gates/storage-permission.ts"),
    from: "purpose_forbidden: ({ proposal, principal }) =>",
    to: "purpose_forbidden: ({ proposal, principal }) => false &&",
    test: unit("gate/decide-admission.test.ts"),
  },
  {
    name: "names that stand for somebody",
    against: "one person's facts are filed under two names, and one of them is not paused or erased",
    file: engine("resolve/resolve-subject.ts"),
    from: "if (isTypedReference(subject)) return subject;",
    to: "return subject;",
    test: embedded("naming-path.db.test.ts"),
  },
  {
    name: "clocks that run ahead",
    against: "a claim of tomorrow beats whatever is said until then",
    file: engine("resolve/decide-times.ts"),
    from: "Math.min(t, (proposal.observedAt ?? occurredAt)?.getTime() ?? t)",
    to: "(proposal.observedAt ?? occurredAt)?.getTime() ?? t",
    test: embedded("held-to-account.db.test.ts"),
  },
  {
    name: "pause",
    against: "something is remembered of a person who paused",
    file: engine("observe/require-may-write.ts"),
    from: "if (paused.length > 0) {",
    to: "if (false) {",
    test: { file: "lib/server/subjects.db.test.ts", project: "embedded" },
  },
  {
    name: "outside is never confirmed",
    against: "a person's word of the same value raises what a page said",
    file: engine("resolve/decide-resolution.ts"),
    from: 'if (raises && equal.sourceType === "external_content" && proposal.sourceType !== "external_content")',
    to: "if (false)",
    test: embedded("poison.db.test.ts"),
  },
];
