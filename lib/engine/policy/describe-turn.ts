import { parseTime } from "@/lib/engine/policy/time/parse-time";

/** What an episode is as a turn of a talk, beside its words. */
export interface Turn {
  /** The name under which its talk was recorded; null when it was recorded under none. */
  session: string | null;
  /** It only asks: its answer is what will be wanted. */
  asks: boolean;
  /** The times that its words name, as ranges. */
  told: { from: Date; to: Date }[];
}

/** A note in brackets at the end (a picture, an action) is not what was said. */
const NOTE = /\s*[[(（【][^\])）】]*[\])）】]\s*$/u;
const ASKS = /[?？][\s"'”’)）]*$/u;
/** Readings less sure than this would place a turn where it does not belong. */
const SURE = 0.5;
/** A very long episode names too many times to be about one of them. */
const MOST_READ = 2_000;

/** Pure: the clock of "yesterday" is the moment at which the turn was said, in UTC. */
export function describeTurn(content: { statement: string; metadata: unknown; observedAt: Date }): Turn {
  const said = content.statement.slice(0, MOST_READ);
  const metadata = content.metadata as { session_id?: unknown } | null;
  const session = metadata?.session_id;
  return {
    session: typeof session === "string" && session !== "" ? session : null,
    asks: ASKS.test(said.replace(NOTE, "")),
    told: parseTime(said, { at: content.observedAt, zone: "UTC", direction: "past" })
      .filter((mention) => mention.confidence >= SURE)
      .map((mention) => mention.range),
  };
}
