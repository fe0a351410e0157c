import { foldLookAlikes } from "@/lib/engine/policy/unicode/show-hidden";

/**
 * Words that decide what an utterance is, per language. Data: another language is another entry. Latin phrases match
 * whole words, Chinese ones anywhere.
 */
export interface DecidingWords {
  standing: readonly string[];
  once: readonly string[];
  /** Once, whatever else is said: "from now on, just this once" is for once. */
  onlyOnce: readonly string[];
  hedge: readonly string[];
  /** What text from outside says when it wants to be obeyed. */
  instruction: readonly string[];
}

export const DECIDING_WORDS: Record<"en" | "zh", DecidingWords> = {
  en: {
    standing: [
      "from now on",
      "always",
      "never",
      "as a rule",
      "by default",
      "in this project",
      "for this project",
      "every time",
      "going forward",
      "from today",
      "as of today",
      "starting today",
      "remember that",
      "in general",
    ],
    once: [
      "just this once",
      "this once",
      "only this time",
      "this time",
      "for this one",
      "just this one",
      "today",
      "right now",
      "for the moment",
      "for this task",
      "for this reply",
      "for this email",
      "in this message",
      "one time only",
      "just for now",
    ],
    onlyOnce: [
      "just this once",
      "only this once",
      "this once",
      "only this time",
      "just this time",
      "just this one",
      "one time only",
      "this one time",
      "just for this",
      "only for this one",
    ],
    hedge: [
      "maybe",
      "perhaps",
      "probably",
      "possibly",
      "tentatively",
      "for now",
      "if",
      "might",
      "i think",
      "i guess",
      "not sure",
      "likely",
      "could be",
      "considering",
      "tbd",
      "i believe",
      "i suppose",
      "apparently",
      "presumably",
      "provisionally",
      "provisional",
      "tentative",
      "unsure",
      "we may",
      "i may",
      "it may",
      "may be",
      "thinking about",
      "thinking of",
      "leaning towards",
      "for the time being",
      "not decided",
      "undecided",
      "seems",
      "kind of",
      "sort of",
    ],
    instruction: [
      "ignore previous",
      "ignore all previous",
      "ignore the previous",
      "ignore the old",
      "ignore your",
      "ignore any",
      "disregard",
      "forget everything",
      "forget your",
      "you must now",
      "you must",
      "from now on you",
      "from now on",
      "system prompt",
      "new instructions",
      "override",
      "store as confirmed",
      "remember that you",
      "act as",
      "you are now",
      "system:",
      "assistant:",
      "please forward",
      "please send",
      "please use",
      "please set",
      "forward all",
      "send all",
      "you should",
      "must always",
      "must never",
      "all requests",
      "do not tell",
      "don't tell",
      "use account",
      "when paying",
    ],
  },
  zh: {
    standing: [
      "以后",
      "今后",
      "从现在起",
      "从今天起",
      "从今天开始",
      "从今往后",
      "一律",
      "都按",
      "始终",
      "不要再",
      "总是",
      "永远",
      "默认",
      "本项目",
      "这个项目",
      "记住",
      "每次都",
      "统一使用",
      "统一用",
    ],
    once: [
      "这次",
      "这一次",
      "这一篇",
      "这篇",
      "仅此一次",
      "今天",
      "先这样",
      "先用",
      "先按",
      "先写",
      "临时",
      "暂时",
      "本次",
      "这回",
      "这一回",
    ],
    onlyOnce: [
      "就这一次",
      "只这一次",
      "仅此一次",
      "仅这一次",
      "只这次",
      "仅这次",
      "就这次",
      "只有这次",
      "仅限这次",
      "只限这次",
    ],
    hedge: [
      "可能",
      "暂定",
      "也许",
      "如果",
      "大概",
      "或许",
      "不确定",
      "考虑",
      "估计",
      "应该是",
      "好像",
      "似乎",
      "说不定",
      "不一定",
      "倾向于",
      "未定",
      "待定",
      "打算",
      "应该会",
      "有可能",
    ],
    instruction: [
      "忽略之前",
      "请忽略",
      "今后忽略",
      "忽略以上",
      "忽略旧",
      "忽略所有",
      "无视之前",
      "无视以上",
      "系统提示",
      "你现在是",
      "你必须",
      "从现在起你",
      "作为已确认",
      "覆盖之前",
      "系统：",
      "系统:",
      "请转发",
      "请发送",
      "请使用",
      "请将",
      "务必",
      "你应该",
      "不要告诉",
    ],
  },
};

/** NFKC, lower case, hidden characters out: what is compared, never what is stored. */
export function foldForMatching(text: string): string {
  return foldLookAlikes(text.normalize("NFKC").replace(/[\p{Cf}\u{E0000}-\u{E007F}\u115f\u1160\u3164]/gu, ""))
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, " ");
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

const compiled = new Map<string, RegExp>();

/** The first phrase of the list that stands in the text, else null. */
export function findWord(text: string, list: keyof DecidingWords): string | null {
  const folded = foldForMatching(text);
  for (const phrase of DECIDING_WORDS.zh[list]) if (folded.includes(phrase)) return phrase;
  for (const phrase of DECIDING_WORDS.en[list]) {
    if (!folded.includes(phrase)) continue;
    let pattern = compiled.get(phrase);
    if (!pattern) {
      pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(phrase)}(?![\\p{L}\\p{N}])`, "u");
      compiled.set(phrase, pattern);
    }
    if (pattern.test(folded)) return phrase;
  }
  return null;
}
