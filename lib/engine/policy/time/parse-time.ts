import type { Precision, Span } from "@/lib/engine/policy/time/calendar";
import { CHINESE_RULES } from "@/lib/engine/policy/time/chinese-rules";
import { ENGLISH_CLOCKS } from "@/lib/engine/policy/time/english-clocks";
import { ENGLISH_RULES } from "@/lib/engine/policy/time/english-rules";
import { joinReadings, type Placed } from "@/lib/engine/policy/time/join-readings";
import type { Direction, TimeContext } from "@/lib/engine/policy/time/reading";
import { type Relation, readRelation } from "@/lib/engine/policy/time/read-relation";
import { fromWallClock, toWallClock } from "@/lib/engine/policy/time/zoned-time";

export interface TimeMention {
  /** As written, with its relation ("since June"). */
  text: string;
  /** Where it stands in the text, in UTF-16 units; half-open. */
  start: number;
  end: number;
  /** The named time itself, half-open. What "since" or "before" makes of it is `relation`'s to say. */
  range: { from: Date; to: Date };
  precision: Precision;
  relation: Relation;
  /** How sure it is that these words name this time, in [0,1]. */
  confidence: number;
}

const ENGLISH = [...ENGLISH_RULES, ...ENGLISH_CLOCKS];
const CHINESE = /\p{Script=Han}/u;
/** Below this a reading is a guess that helps nobody. */
const LEAST = 0.3;

/**
 * The times that a text names, in English and Chinese, on the wall clock of `zone` at the moment `at`. Reads no clock and
 * no setting of the machine: the same words give the same ranges on every server.
 */
export function parseTime(
  text: string,
  options: { at: Date; zone: string; direction: Direction },
): TimeMention[] {
  const context: TimeContext = { now: toWallClock(options.at, options.zone), direction: options.direction };
  const rules = CHINESE.test(text) ? [...ENGLISH, ...CHINESE_RULES] : ENGLISH;
  // Full-width digits and letters keep their length when narrowed: places in the text stay what they are.
  const narrowed = text.replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0));
  const found: Placed[] = [];
  for (const { pattern, read } of rules) {
    for (const match of narrowed.matchAll(pattern)) {
      const reading = read(match, context);
      if (reading) found.push({ ...reading, start: match.index, end: match.index + match[0].length });
    }
  }
  const mentions: TimeMention[] = [];
  for (const one of joinReadings(narrowed, longestFirst(found))) {
    const { relation, start, end, confidence } = readRelation(narrowed, one);
    if (confidence < LEAST) continue;
    mentions.push({
      text: text.slice(start, end),
      start,
      end,
      range: toRange(one.span, options.zone),
      precision: one.span.precision,
      relation,
      confidence: Math.round(confidence * 100) / 100,
    });
  }
  return mentions;
}

/** Of readings that overlap the longest holds, then the surer one; in the order of the text. */
function longestFirst(found: readonly Placed[]): Placed[] {
  const kept: Placed[] = [];
  const order = [...found].sort(
    (a, b) => b.end - b.start - (a.end - a.start) || b.confidence - a.confidence || a.start - b.start,
  );
  for (const one of order) {
    if (kept.every((other) => one.end <= other.start || one.start >= other.end)) kept.push(one);
  }
  return kept.sort((a, b) => a.start - b.start);
}

function toRange(span: Span, zone: string): TimeMention["range"] {
  return { from: fromWallClock(span.from, zone), to: fromWallClock(span.to, zone) };
}
