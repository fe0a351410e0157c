import type { Gate } from "@/lib/engine/gate/gate-context";
import { findWord } from "@/lib/engine/policy/deciding-words";
import { hasHidden } from "@/lib/engine/policy/unicode/show-hidden";

const PREFERENCE_NAME =
  /(?:prefer|preference|style|tone|rule|policy|standard|instruction|guideline|permission|role|偏好|规则|标准|风格|权限)/i;

/** Somebody's liking, whoever tells of it: a preference, whatever the predicate is called. */
const PREFERENCE_SENTENCE =
  /\b(?:users?|customers?|clients?|I|we|he|she|they)\s+(?:really |always |usually )?(?:prefers?|likes?|loves?|wants?|dislikes?|hates?)\b|(?:用户|客户|我|我们|他|她|他们)[^，。]{0,6}(?:喜欢|偏好|偏爱|希望|想要|讨厌)/iu;

/**
 * External text is never an instruction, a preference or a rule: only a fact that somebody else states, observed at
 * most. Bound to the origin of the write; the words only decide between "observed" and "held for safety".
 */
export const source: Gate = {
  gate: "source",
  signals: {
    source_blocked: (context) => context.sourceBlocked,
    reads_as_instruction: ({ proposal }) => proposal.instruction !== null,
    reads_as_rule: ({ proposal }) => {
      const words = `${proposal.quote ?? ""}\n${proposal.statement}`;
      return (
        proposal.kind === "procedural" ||
        proposal.temporalScope === "preference" ||
        proposal.standing ||
        findWord(words, "standing") !== null ||
        PREFERENCE_NAME.test(proposal.predicate) ||
        PREFERENCE_SENTENCE.test(words)
      );
    },
    hidden_characters: ({ proposal }) =>
      hasHidden(`${proposal.quote ?? ""}\n${proposal.statement}\n${JSON.stringify(proposal.value)}`),
  },
  rules: [
    {
      when: { all: ["source_blocked"] },
      verdict: "deny",
      code: "source_blocked",
      reason: "Nothing is taken from this source any more: a reviewer refused it.",
    },
    {
      when: { sourceTypes: ["external_content"], all: ["reads_as_instruction"] },
      verdict: "deny",
      code: "instruction_in_external",
      reason:
        "External content that reads as an instruction to the agent is held for safety and never obeyed.",
    },
    {
      when: { sourceTypes: ["external_content"], all: ["reads_as_rule"] },
      verdict: "deny",
      code: "rule_from_external",
      reason: "External content cannot set a preference, a rule or a procedure.",
    },
    {
      when: { sourceTypes: ["external_content"], all: ["hidden_characters"] },
      verdict: "deny",
      code: "hidden_characters",
      reason: "External content with characters that nobody can see is held for safety.",
    },
    {
      when: { sourceTypes: ["external_content"] },
      verdict: "downgrade",
      code: "external_is_observed",
      reason: "External content is observed at most, with low trust.",
    },
    {
      when: { all: ["hidden_characters"] },
      verdict: "downgrade",
      code: "hidden_characters",
      reason: "It holds characters that nobody can see, so no word of it counts as stated explicitly.",
    },
    {
      when: {},
      verdict: "pass",
      code: "source_legal",
      reason: "This kind of source may form memories.",
    },
  ],
};
