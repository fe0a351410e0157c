import type { Found } from "@/lib/engine/model/read-query";
import { listLexemes } from "@/lib/engine/policy/analyse-text";
import type { EpisodeWeights } from "@/lib/engine/policy/retrieval-policy";

const SPEAKER = /^\s*([\p{L}][\p{L}\p{N} .'-]{0,40}?)\s*[:：]\s*/u;
/** A turn of as many terms is neither long nor short. */
const USUAL_LENGTH = 26;
const LONGEST_COUNTS = 1.5;

/**
 * R of an episode as a turn of a talk. Its own relevance, and a share of that of the turns around it and of its whole
 * talk; more when the question names who spoke, when the turn before asked, when it names a time and a time is wanted;
 * less when it only asks. Many small pieces may add up to more than one, so the sum s becomes 1 − e^(−s): the order
 * stays and R stays in [0,1). Pure.
 * @param keyless its relevance by words and vector, for one that no index has placed yet
 */
export function weighEpisode(
  found: Pick<Found, "statement" | "subject" | "scope" | "turn">,
  keyless: number,
  question: { lexemes: ReadonlySet<string>; asksWhen: boolean },
  weights: EpisodeWeights,
): number {
  const { turn } = found;
  let sum = turn?.own ?? keyless;
  if (turn !== null) {
    sum += (weights.before + (turn.beforeAsks ? weights.answer : 0)) * turn.before;
    sum += weights.after * turn.after + weights.further * turn.further + weights.talk * turn.talk;
  }
  if (namesSpeaker(found, question.lexemes)) sum *= 1 + weights.speaker;
  if (turn !== null) {
    const length = Math.log(1 + turn.length) / Math.log(USUAL_LENGTH) - 1;
    sum *= 1 + weights.length * Math.min(LONGEST_COUNTS, length);
    if (turn.asks) sum *= weights.question;
    if (turn.tellsTime && question.asksWhen) sum *= 1 + weights.when;
    if (turn.atTime) sum += weights.time;
  }
  return 1 - Math.exp(-sum);
}

/** Who spoke: the name in front of the words, else the one whom the episode is about. */
function namesSpeaker(
  found: Pick<Found, "statement" | "subject" | "scope">,
  asked: ReadonlySet<string>,
): boolean {
  const about = found.subject === null || found.subject === found.scope ? undefined : found.subject;
  const speaker = SPEAKER.exec(found.statement)?.[1] ?? about?.replace(/^[a-z]+:/, "");
  return speaker !== undefined && listLexemes(speaker).some((lexeme) => asked.has(lexeme));
}
