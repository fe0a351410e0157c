import { languageOf, matches } from "@/lib/engine/extract/compile-language";
import type { Finding, Wish } from "@/lib/engine/extract/finding";
import { parseTime, type TimeMention } from "@/lib/engine/policy/time/parse-time";

/** The moment an event happened at, on the wall clock of the one who tells it. */
export interface Told {
  at: Date;
  zone: string;
}

export interface Times {
  validFrom: Date | null;
  validTo: Date | null;
  /** The day that a dated value names, as YYYY-MM-DD on the teller's calendar. */
  day: string | null;
}

/** Below this the words may well mean something else. */
const SURE = 0.6;
const FINE = new Set<TimeMention["precision"]>(["hour", "minute", "second"] as TimeMention["precision"][]);

/** Whether a text names any time: only then somebody's wall clock matters. */
export function namesTime(text: string): boolean {
  return parseTime(text, { at: new Date(0), zone: "UTC", direction: "either" }).length > 0;
}

/** Characters with a time's words blanked, so that "I from June on live in X" is read as "I live in X". */
export function blankTimes(text: string): string {
  return parseTime(text, { at: new Date(0), zone: "UTC", direction: "either" }).reduce(
    (blanked, mention) =>
      blanked.slice(0, mention.start) +
      "\uFFFC".repeat(mention.end - mention.start) +
      blanked.slice(mention.end),
    text,
  );
}

/**
 * From when and until when a finding says it holds. Null when it says too little: what is still to come, or only for a
 * while, needs its time.
 */
export function readTimes(finding: Finding, told: Told): Times | null {
  const { text } = finding.clause;
  const language = languageOf(text);
  if (finding.needsTime === "over") return readPast(text, told);
  const past = !finding.dated && finding.needsTime === null && matches(language, text, language.past);
  const mentions = parseTime(text, { ...told, direction: past ? "past" : "future" }).filter(
    (mention) => mention.confidence >= SURE,
  );
  const valueAt = text.indexOf(String(finding.value));
  const named = finding.dated
    ? mentions.find(
        (mention) =>
          valueAt >= 0 && mention.end > valueAt && mention.start < valueAt + String(finding.value).length,
      )
    : undefined;
  const others = mentions.filter((mention) => mention !== named);
  const changes =
    finding.needsTime === "from" || (finding.begins && matches(language, text, language.change));
  // A verb without a tense: the time that is named says that it is over.
  const gone = finding.begins && !changes && language.tag === "zh" ? readPast(text, told) : null;
  if (
    gone !== null &&
    (matches(language, text, language.over) || others.some((one) => one.relation === null))
  )
    return gone;
  const validFrom = beginOf(others, changes, told);
  const validTo = endOf(others);
  if (finding.needsTime === "from" && validFrom === null) return null;
  if (finding.needsTime === "until" && validTo === null) return null;
  const ordered = validTo === null || validTo > (validFrom ?? told.at);
  const day =
    named?.precision === "day" && finding.predicate !== "birthday"
      ? dayOf(named.range.from, told.zone)
      : null;
  return ordered ? { validFrom, validTo, day } : { validFrom: null, validTo: null, day };
}

/**
 * A time that has ended, as it is named. Where only its end is named, no more than the last stretch of it is sure: it
 * held through May when it held until May. Null when no time is named, or one that is not over.
 */
function readPast(text: string, told: Told): Times | null {
  const [mention] = parseTime(text, { ...told, direction: "past" }).filter(
    (one) => one.confidence >= SURE && !FINE.has(one.precision) && one.precision !== "day",
  );
  if (!mention || mention.relation === "from" || mention.relation === "after") return null;
  const { from, to } = mention.range;
  const before = mention.relation === "before";
  const validFrom = before ? new Date(2 * from.getTime() - to.getTime()) : from;
  const validTo = before ? from : to;
  return validTo <= told.at ? { validFrom, validTo, day: null } : null;
}

function beginOf(mentions: readonly TimeMention[], changes: boolean, told: Told): Date | null {
  for (const { relation, range, precision } of mentions) {
    if (FINE.has(precision)) continue;
    const begin =
      relation === "from"
        ? range.from
        : relation === "after"
          ? range.to
          : changes && relation !== "until" && relation !== "before"
            ? range.from
            : null;
    // "Today" and "this year" hold the moment of telling: the telling itself is the better beginning.
    if (begin !== null && !(range.from <= told.at && told.at < range.to)) return begin;
  }
  return null;
}

function endOf(mentions: readonly TimeMention[]): Date | null {
  const found = mentions.find(({ relation }) => relation === "until" || relation === "before");
  return found ? (found.relation === "until" ? found.range.to : found.range.from) : null;
}

function dayOf(at: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return parts.format(at);
}

/** When something ended, by the words of the wish; null: at the telling. */
export function readEndTime(wish: Wish, told: Told): Date | null {
  if (wish.verb !== "expire" || wish.implied) return null;
  const { text } = wish.clause;
  const language = languageOf(text);
  const past = matches(language, text, language.past);
  const [mention] = parseTime(text, { ...told, direction: past ? "past" : "future" }).filter(
    (item) => item.confidence >= SURE && !FINE.has(item.precision),
  );
  if (!mention || (mention.range.from <= told.at && told.at < mention.range.to)) return null;
  const { range, relation, precision } = mention;
  if (relation === "until") return range.to;
  // "I left last month": by its end at the latest. "From next month on": at its beginning.
  return range.to <= told.at && relation !== "from" && precision !== "day" ? range.to : range.from;
}
