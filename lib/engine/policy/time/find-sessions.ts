import { CHINESE_NUMBER as N, readChineseNumber } from "@/lib/engine/policy/time/chinese-numbers";
import { COUNT, readCount } from "@/lib/engine/policy/time/english-words";

/** Which talk is meant, by the order of talks. */
export type SessionOrder = { ago: number } | { ordinal: number } | "last";

export interface SessionMention {
  text: string;
  start: number;
  end: number;
  sessions: SessionOrder;
}

const TALK = "sessions?|conversations?|chats?|talks?|meetings?|calls?|discussions?";
const WORD_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const ZH_TALK = "对话|会话|聊天|谈话|交流|通话|会议|沟通|聊";

interface SessionRule {
  pattern: RegExp;
  read(match: RegExpMatchArray): SessionOrder | null;
}

const RULES: readonly SessionRule[] = [
  {
    pattern: new RegExp(`\\b(${COUNT}) (?:${TALK}) (?:ago|back|earlier)\\b`, "giu"),
    read: ([, count = ""]) => ({ ago: readCount(count).count }),
  },
  {
    pattern: new RegExp(`\\b(?:the |our |my )?(?:${TALK}) before last\\b`, "giu"),
    read: () => ({ ago: 2 }),
  },
  {
    pattern: new RegExp(
      `\\b(?:(?:in|during|from) )?(?:the |our |my )?(?:last|previous|most recent|latest|prior) (?:${TALK})\\b|\\b(?:the )?last time we (?:talked|spoke|chatted|met)\\b`,
      "giu",
    ),
    read: () => "last",
  },
  {
    pattern: new RegExp(
      `\\b(?:the |our |my )?(?:(${WORD_ORDINALS.join("|")})|(\\d+)(?:st|nd|rd|th)) (?:ever )?(?:${TALK})\\b|\\b(?:session|conversation|chat) (?:number |no\\.? |#)?(\\d+)\\b`,
      "giu",
    ),
    read: ([, word, digits, number]) => ({
      ordinal: word ? WORD_ORDINALS.indexOf(word.toLowerCase()) + 1 : Number(digits ?? number),
    }),
  },
  {
    pattern: new RegExp(`(${N})[次场个轮](?:${ZH_TALK})?(?:之|以)?前`, "gu"),
    read: ([all, count = ""]) => (new RegExp(ZH_TALK).test(all) ? { ago: readChineseNumber(count) } : null),
  },
  { pattern: new RegExp(`上上[次回](?:的)?(?:${ZH_TALK})`, "gu"), read: () => ({ ago: 2 }) },
  {
    pattern: new RegExp(`(?<!上)(?:上[一]?[次回个轮]|最近一次)(?:的)?(?:${ZH_TALK})`, "gu"),
    read: () => "last",
  },
  {
    pattern: new RegExp(`第(${N})[次场个轮](?:的)?(?:${ZH_TALK})`, "gu"),
    read: ([, count = ""]) => ({ ordinal: readChineseNumber(count) }),
  },
];

/** The talks that a text names by their order, not by their date: "three sessions ago", 上次聊天. */
export function findSessions(text: string): SessionMention[] {
  const found = RULES.flatMap(({ pattern, read }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const sessions = read(match);
      return sessions === null
        ? []
        : [{ text: match[0], start: match.index, end: match.index + match[0].length, sessions }];
    }),
  ).sort((a, b) => a.start - b.start || b.end - a.end);
  return found.filter((one, index) => index === 0 || (found[index - 1]?.end ?? 0) <= one.start);
}
