import { ACCOUNT_DETECTORS } from "@/lib/engine/policy/personal-data/account-detectors";
import { CONTACT_DETECTORS } from "@/lib/engine/policy/personal-data/contact-detectors";
import type { Detector } from "@/lib/engine/policy/personal-data/detector";
import {
  ANGLO_DETECTORS,
  ASIAN_DETECTORS,
  CHINESE_DETECTORS,
  EUROPEAN_DETECTORS,
} from "@/lib/engine/policy/personal-data/identity-detectors";
import type { PersonalDataKind } from "@/lib/contracts/personal-data";
import { createRecentDigests } from "@/lib/platform/recent-digests";
import { type FoldedText, foldSpans } from "@/lib/engine/policy/unicode/fold-spans";

export interface PersonalDataSpan {
  start: number;
  end: number;
  kind: PersonalDataKind;
}

/** In order of trust: where two see the same stretch, the earlier names it. */
export const DETECTORS: readonly Detector[] = [
  ...CHINESE_DETECTORS,
  ...ACCOUNT_DETECTORS,
  ...EUROPEAN_DETECTORS,
  ...ASIAN_DETECTORS,
  ...ANGLO_DETECTORS,
  ...CONTACT_DETECTORS,
];

const BEFORE = 48;
const AFTER = 24;

const FEWEST_DIGITS = 4;
/** A hardware address or a wallet's may have fewer: as long as this, without a space. */
const LONG_NAME = /[\da-z.-]{14}/i;

/** Every kind has an at sign, colons as an address has them, or some digits: most sentences have none of it. */
function isWorthALook(text: string): boolean {
  if (text.includes("@") || /:[0-9a-f]*:/i.test(text)) return true;
  const digits = text.match(/\d/g)?.length ?? 0;
  return digits >= FEWEST_DIGITS || (digits > 0 && LONG_NAME.test(text));
}

/** One write shows the same sentence in several places: as statement, as quote, in the event. It is looked through once. */
const CLEAN = createRecentDigests(4_096);

/**
 * Personal data by its shape, its check digits and the words beside it, in any of the writings that mean the same: full
 * width, spaced, spelled out in Chinese numerals, split by hidden characters. Spans are of the text as written.
 * `name` is the field the text stands in; it counts among the words beside it.
 */
export function findPersonalData(written: string, name = ""): PersonalDataSpan[] {
  const folded = foldSpans(written);
  if (!isWorthALook(folded.text)) return [];
  const asked = `${name}\n${written}`;
  if (CLEAN.has(asked)) return [];
  const spans = lookForPersonalData(folded, name);
  if (spans.length === 0) CLEAN.add(asked);
  return spans;
}

function lookForPersonalData(folded: FoldedText, name: string): PersonalDataSpan[] {
  const { text } = folded;
  const whole = text.trim();
  const found: PersonalDataSpan[] = [];
  for (const detector of DETECTORS) {
    for (const match of text.matchAll(detector.pattern)) {
      const value = match[0];
      const start = match.index;
      const end = start + value.length;
      if (detector.valid && !detector.valid(value)) continue;
      const before = `${name} ${text.slice(Math.max(0, start - BEFORE), start)}`;
      if (detector.unless?.test(before)) continue;
      const beside = `${before} ${text.slice(end, end + AFTER)}`;
      if (detector.named && !detector.named.test(before) && !detector.named.test(beside)) continue;
      if (detector.near && !(name === "" && value.trim() === whole) && !detector.near.test(beside)) continue;
      found.push({ start, end, kind: detector.kind });
    }
  }
  return withoutOverlaps(found).map(({ start, end, kind }) => {
    const [from, to] = folded.toOriginal(start, end);
    return { start: from, end: to, kind };
  });
}

/** The longest wins; of equal ones the first found. In order of where they stand. */
function withoutOverlaps(spans: readonly PersonalDataSpan[]): PersonalDataSpan[] {
  const kept: PersonalDataSpan[] = [];
  for (const span of [...spans].sort((a, b) => b.end - b.start - (a.end - a.start))) {
    if (!kept.some((other) => span.start < other.end && other.start < span.end)) kept.push(span);
  }
  return kept.sort((a, b) => a.start - b.start);
}
