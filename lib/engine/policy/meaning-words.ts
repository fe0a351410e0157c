import { normaliseText } from "@/lib/engine/policy/normalise-value";

/** Words that say the same, word for word of each kind. Data: a row more, a test more. */
const SAME: [word: string, said: RegExp][] = [
  // Order counts: what denies comes before what it denies.
  [
    " not like ",
    /不喜欢|讨厌|厌恶|\b(?:dislik(?:es?|ed|ing)|hat(?:es?|ed|ing)|detests?|can(?:no|')t stand)\b/giu,
  ],
  [
    " like ",
    /最喜欢的?|最爱的?|更喜欢|喜欢的?|喜爱的?|偏好|\b(?:lik(?:es?|ed|ing)|lov(?:es?|ed|ing)|prefer(?:s|red|ence|ences)?|favou?rites?|fond of|enjoy(?:s|ed)?)\b/giu,
  ],
  [" colour ", /颜色|\bcolou?rs?\b/giu],
  [" database ", /数据库|\b(?:databases?|db)\b/giu],
  [" city ", /城市|\b(?:city|town)\b/giu],
  [" language ", /语言|\blanguages?\b/giu],
];

const DENIALS =
  /不再|不要|不能|不会|不|没有|没|别|勿|禁止|从未|\b(?:not|no longer|never|no|none|without|avoid(?:s|ed)?|stop(?:s|ped)?|cannot)\b|n['’]t\b/giu;

/** For how long it is meant to hold: the memory's own times say that. */
const STANDING = /以后|今后|一律|始终|总是|\b(?:always|from now on|as a rule|by default|going forward)\b/giu;

/** Who is spoken of: the subject says that. */
const PERSONS =
  /用户的?|本人|我的?|他的?|她的?|\b(?:the )?users?(?:['’]s)?\b|\b(?:i|my|me|mine|he|his|she|her|they|their)\b(?!-)/giu;

const COLOURS = new Set(
  (
    "red green blue yellow orange purple violet pink brown black white grey gray cyan magenta teal navy beige gold silver turquoise indigo " +
    "红色 绿色 蓝色 黄色 橙色 紫色 粉色 棕色 黑色 白色 灰色 青色 金色 银色 红 绿 蓝 黄 橙 紫 粉 黑 白 灰"
  ).split(" "),
);

export interface PlainWords {
  text: string;
  /** Whether it denies what it says: an odd number of denials. */
  denied: boolean;
}

/** A text with the words of each kind written as one, without persons and denials. */
export function writePlainly(text: string): PlainWords {
  let plain = text.normalize("NFKC").replace(/[’`]/gu, "'");
  for (const [word, said] of SAME) plain = plain.replace(said, word);
  let denials = 0;
  plain = plain.replace(DENIALS, () => {
    denials += 1;
    return " ";
  });
  plain = plain.replace(STANDING, " ");
  // A letter that is a name ("team A", "plan B") is no function word.
  plain = plain
    .replace(PERSONS, " ")
    .replace(/(?<=\S\s+|^)([A-Z])(?=\s+[A-Z\d]|\s*[.,;:]|\s+\S+s\b|$)/gu, "letter$1");
  return { text: plain, denied: denials % 2 === 1 };
}

/** Whether a word of a key only names the kind of thing that the value is anyway: the "colour" of blue. */
export function namesKindOf(word: string, value: unknown): boolean {
  return word === "colour" && typeof value === "string" && COLOURS.has(normaliseText(value));
}
