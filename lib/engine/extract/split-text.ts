import { compile, languageOf } from "@/lib/engine/extract/compile-language";
import type { Passage } from "@/lib/engine/extract/finding";

/** Stands where another's words stood; no letter, so that no rule reads across it. */
const BLANK = "\uFFFC";
const blank = (text: string): string => text.replace(/[^\n]/g, BLANK);

/**
 * What is in a text and is not said by its sender: code, quoted mail, what stands below a forwarding line, addresses,
 * and longer quotations. Short ones stay: a name is often put between quotation marks.
 */
const FOREIGN: readonly RegExp[] = [
  /```[\s\S]*?(?:```|$)/g,
  /~~~[\s\S]*?(?:~~~|$)/g,
  /`[^`\n]+`/g,
  /^(?:-{2,} ?(?:original message|forwarded message|原始邮件|转发邮件)[\s\S]*)/gim,
  /^on [^\n]{5,120} wrote:\s*$[\s\S]*/gim,
  /^(?:在)?[^\n]{4,60}写道[:：]\s*$[\s\S]*/gim,
  /^(?:from|发件人)[:：][^\n]*\n(?:(?:to|cc|sent|date|subject|收件人|抄送|主题|发送时间|日期)[:：][^\n]*\n)+[\s\S]*/gim,
  /^[ \t]*(?:>|&gt;)[^\n]*/gm,
  /^(?: {4,}|\t)\S[^\n]*[;{}()=][^\n]*$/gm,
  /\b(?:https?|ftp):\/\/[^\s<>"')\]，。]+/gi,
  /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /<[a-z/!][^>\n]{0,200}>/gi,
];

/** One character for one character, so that every position stays what it is. */
function foldInPlace(text: string): string {
  return text
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[\u00a0\u3000\t]/g, " ")
    .replace(/[\uff01-\uff5e]/g, (letter) => {
      // Chinese punctuation is what Chinese sentences are split at: it stays.
      if ("，；：！？（）".includes(letter)) return letter;
      return String.fromCharCode(letter.charCodeAt(0) - 0xfee0);
    });
}

/** Quotations. How many words one holds is counted afterwards: a pattern that counts them never ends on an open quote. */
const STRAIGHT = /"[^"\n]*"/g;
const SINGLE = /(?<=^|[\s(:,])'[^'\n]*'(?=$|[\s).,!?;:])/gm;
const blankLonger = (text: string): string => ((text.match(/\s+/g)?.length ?? 0) >= 2 ? blank(text) : text);

/**
 * Replaces what stands between quotation marks of one line, marks included. Found by walking and not by a pattern: of
 * thousands of marks that nothing closes, a pattern would look for the end from each of them.
 */
function replaceQuoted(
  text: string,
  marks: { open: RegExp; close: RegExp; holds: (inner: string) => number },
  replace: (quotation: string) => string,
): string {
  let done = "";
  let from = 0;
  for (const line of text.matchAll(/[^\n]+/g)) {
    const start = line.index;
    const end = start + line[0].length;
    let close = -1;
    /** Up to where a quotation may begin to hold what it must. */
    let latest = -1;
    for (const opened of line[0].matchAll(marks.open)) {
      const open = start + opened.index;
      if (open < from) continue;
      if (open >= close) {
        const length = text.slice(open + 1, end).search(marks.close);
        if (length < 0) break;
        close = open + 1 + length;
        latest = open + marks.holds(text.slice(open + 1, close));
      }
      if (open > latest) continue;
      done += text.slice(from, open) + replace(text.slice(open, close + 1));
      from = close + 1;
    }
  }
  return done + text.slice(from);
}

/** A Chinese quotation of some length: where the last letter is that four others follow. */
function lastHan(inner: string): number {
  for (let at = inner.length - 5; at >= 0; at--) if (/\p{Script=Han}/u.test(inner.charAt(at))) return at;
  return -1;
}
const HAN_QUOTED = { open: /[“"「『]/g, close: /[”"」』]/, holds: lastHan };
const CURLED = { open: /“/g, close: /”/, holds: (inner: string) => inner.length };

/** The sender's own words, as long as the text itself. */
export function blankForeignWords(text: string): string {
  const addressed = FOREIGN.reduce((rest, pattern) => rest.replace(pattern, blank), foldInPlace(text));
  const own = replaceQuoted(addressed, HAN_QUOTED, blank);
  const straight = own.replace(STRAIGHT, blankLonger);
  return replaceQuoted(straight, CURLED, blankLonger).replace(SINGLE, blankLonger);
}

const SENTENCE_END =
  /(?:[。！？!?；]+["”」』)）]*|(?<!\b(?:e\.g|i\.e|dr|mr|mrs|ms|prof|st|vs|etc|approx|no|inc|ltd|co|jr|sr|u\.s|a\.m|p\.m))(?<!\b\p{Lu})\.{1,20}["')]*(?=\s|$)|\n+)/giu;

const LONGEST = 1_000;

/** Sentences with their place; a line break ends one too, and what is too long for one is left out. */
export function splitSentences(own: string): Passage[] {
  const sentences: Passage[] = [];
  let from = 0;
  const take = (to: number) => {
    const piece = own.slice(from, to);
    const lead = piece.length - piece.trimStart().length;
    const text = piece.trim().replace(/^(?:[-*•]|\d+[.)、])\s+/, (mark) => " ".repeat(mark.length));
    const inner = text.length - text.trimStart().length;
    const kept = text.trimStart();
    if (kept.length > 1 && kept.length <= LONGEST)
      sentences.push({ start: from + lead + inner, end: from + lead + inner + kept.length, text: kept });
    from = to;
  };
  for (const match of own.matchAll(SENTENCE_END)) take(match.index + match[0].length);
  take(own.length);
  return sentences;
}

/** The parts of a sentence that can be true each by itself. */
export function splitClauses(sentence: Passage): Passage[] {
  const language = languageOf(sentence.text);
  const clauses: Passage[] = [];
  let from = 0;
  const take = (to: number) => {
    const piece = sentence.text.slice(from, to);
    const lead = piece.length - piece.trimStart().length;
    const text = piece.trim().replace(/[\s.。!！;；~～]+$/u, "");
    if (text.length > 1)
      clauses.push({
        start: sentence.start + from + lead,
        end: sentence.start + from + lead + text.length,
        text,
      });
  };
  for (const match of sentence.text.matchAll(compile(language, language.clauseBreak))) {
    take(match.index);
    from = match.index + match[0].length;
  }
  take(sentence.text.length);
  return clauses;
}
