import { analyseText, listPlainWords } from "@/lib/engine/policy/analyse-text";
import { SMALL_TALK } from "@/lib/engine/policy/stop-words";

export interface Trigger {
  triggered: boolean;
  /** `code: sentence`. */
  reason: string;
}

/** R1: whether this request calls for memory at all, and why (not). */
export function decideTrigger(input: {
  query: string | null;
  intent: string | null;
  entities: number;
  scopesNamed: boolean;
  kindsNamed: boolean;
  rangeNamed: boolean;
}): Trigger {
  const query = input.query?.trim() ?? "";
  if (query !== "") {
    const terms = analyseText(query);
    const words = listPlainWords(query);
    const smallTalk = terms.length === 0 || words.every((word) => SMALL_TALK.has(word));
    if (!smallTalk) return { triggered: true, reason: "query: the request asks something" };
    if (input.intent === null && input.entities === 0) {
      return {
        triggered: false,
        reason: "small_talk: the words of the request ask for nothing that could be remembered",
      };
    }
  }
  if (input.entities > 0) return { triggered: true, reason: "entities: the request names what it is about" };
  if (input.intent !== null)
    return { triggered: true, reason: "intent: the request says what it wants to recover" };
  if (input.scopesNamed && (input.kindsNamed || input.rangeNamed)) {
    return { triggered: true, reason: "listing: the request asks for what stands in its scopes" };
  }
  return {
    triggered: false,
    reason: "nothing_asked: neither a question nor an intent nor entities were given",
  };
}
