import { findWord, foldForMatching } from "@/lib/engine/policy/deciding-words";

/** One thing a sentence says, with the sentence itself as its exact quote. */
export interface Finding {
  rule: "standing_rule" | "preference" | "project_fact" | "identity" | "one_off";
  sentence: string;
  predicate: string;
  value: string;
  cardinality: "one" | "many";
  about: "speaker" | "scope";
  temporal: "preference" | "project_state" | null;
  once: boolean;
}

/** What a rule is about, so that a later rule about the same thing replaces it. Data; first match wins. */
const RULE_TOPICS: { predicate: string; words: RegExp }[] = [
  {
    predicate: "length_rule",
    words:
      /\b(?:words?|word count|length|long|short|shorter|longer|pages?|concise|brief)\b|字数|篇幅|\d+\s*字|简短|简洁|长度/i,
  },
  {
    predicate: "language_rule",
    words:
      /\b(?:in (?:english|chinese|german|french|spanish|japanese)|language)\b|用(?:中文|英文|日文)|语言/i,
  },
  { predicate: "header_rule", words: /\bheaders?\b|题头|表头|文首/i },
  {
    predicate: "format_rule",
    words: /\b(?:format|markdown|json|yaml|bullets?|tables?|citations?)\b|格式|列表|表格|引用格式/i,
  },
  { predicate: "tone_rule", words: /\b(?:tone|voice|formal|casual|polite)\b|语气|口吻|正式/i },
  {
    predicate: "content_rule",
    words:
      /\b(?:must explain|must include|should explain|should include|cover|depth|mechanisms?)\b|必须(?:解释|包含|说明)|技术深度|机制/i,
  },
  { predicate: "test_rule", words: /\b(?:tests?|testing|coverage)\b|测试|覆盖率/i },
];

const TECHNOLOGY: { predicate: string; names: RegExp }[] = [
  {
    predicate: "database",
    names: /\b(PostgreSQL|Postgres|MySQL|MariaDB|MongoDB|SQLite|Oracle|SQL Server|Redis|Cassandra)\b/i,
  },
  {
    predicate: "language",
    names: /\b(TypeScript|JavaScript|Python|Rust|Go(?:lang)?|Java|Kotlin|C#|C\+\+|Ruby|PHP)\b/i,
  },
  {
    predicate: "framework",
    names: /\b(Next\.js|React|Vue|Angular|Svelte|Django|Rails|Spring Boot|FastAPI|Express)\b/i,
  },
  { predicate: "package_manager", names: /\b(npm|pnpm|yarn|bun)\b/i },
];
const USES =
  /\b(?:uses?|using|(?:moved?|migrat\w+|switch\w*)(?: [^.;]{1,40})? to|chose|standardi[sz]es? on|runs? on)\b|使用|采用|改用|迁移到|换成|切换到|选用|用的是/iu;

interface PatternRule {
  rule: Finding["rule"];
  predicate: string;
  cardinality: "one" | "many";
  patterns: RegExp[];
}

const PERSON_RULES: PatternRule[] = [
  {
    rule: "identity",
    predicate: "name",
    cardinality: "one",
    patterns: [/\bmy name is ([^.,;!?]{1,60})/i, /我(?:叫|的名字是)([^，。；！？,.;!?]{1,30})/],
  },
  {
    rule: "identity",
    predicate: "home",
    cardinality: "one",
    patterns: [
      /\bI (?:live in|moved to|am based in|'m based in) ([^.,;!?]{1,60})/i,
      /我(?:住在|搬到了?|定居在)([^，。；！？,.;!?]{1,30})/,
    ],
  },
  {
    rule: "identity",
    predicate: "employer",
    cardinality: "one",
    patterns: [/\bI work (?:at|for) ([^.,;!?]{1,60})/i, /我在([^，。；！？,.;!?]{1,30})(?:工作|上班|任职)/],
  },
  {
    rule: "preference",
    predicate: "preference",
    cardinality: "many",
    patterns: [
      /\bI (?:really |much )?(?:prefer|like|love|favou?r) ([^.;!?]{2,160})/i,
      /我(?:更|比较|最)?(?:喜欢|偏好|偏爱|习惯)([^。；！？;!?]{1,80})/,
    ],
  },
  {
    rule: "preference",
    predicate: "dislike",
    cardinality: "many",
    patterns: [
      /\bI (?:really )?(?:dislike|hate|can't stand|don't like) ([^.;!?]{2,160})/i,
      /我(?:不喜欢|讨厌)([^。；！？;!?]{1,80})/,
    ],
  },
];

/** Sentences with their exact text; a line break ends one too. */
export function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[。！？!?；])|(?<=[.;])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 1 && sentence.length <= 1_000);
}

/** A question asks; it states nothing that could be remembered. */
function isQuestion(sentence: string): boolean {
  return /[?？]\s*$/.test(sentence);
}

export function findStatements(text: string): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const sentence of splitSentences(text)) {
    if (isQuestion(sentence)) continue;
    const finding = readSentence(sentence);
    const key = finding ? `${finding.predicate}|${foldForMatching(finding.value)}` : "";
    if (!finding || seen.has(key)) continue;
    seen.add(key);
    findings.push(finding);
  }
  return findings;
}

function readSentence(sentence: string): Finding | null {
  const standing = findWord(sentence, "standing") !== null;
  const once = !standing && findWord(sentence, "once") !== null;
  const base = { sentence, once, temporal: null } as const;
  for (const rule of PERSON_RULES) {
    for (const pattern of rule.patterns) {
      const value = pattern.exec(sentence)?.[1]?.trim();
      if (value)
        return {
          ...base,
          rule: rule.rule,
          predicate: rule.predicate,
          value,
          cardinality: rule.cardinality,
          about: "speaker",
          temporal: rule.rule === "preference" ? "preference" : null,
        };
    }
  }
  if (USES.test(sentence)) {
    for (const technology of TECHNOLOGY) {
      // "moved from PostgreSQL to MySQL": the last one named is where it went.
      const names = [...sentence.matchAll(new RegExp(technology.names.source, "gi"))];
      const value = names.at(-1)?.[1];
      if (value)
        return {
          ...base,
          rule: "project_fact",
          predicate: technology.predicate,
          value,
          cardinality: "one",
          about: "scope",
          temporal: "project_state",
        };
    }
  }
  const topic = RULE_TOPICS.find((entry) => entry.words.test(sentence));
  if (standing) {
    return {
      ...base,
      rule: "standing_rule",
      predicate: topic?.predicate ?? "standing_rule",
      value: sentence,
      cardinality: topic ? "one" : "many",
      about: "scope",
      temporal: "preference",
    };
  }
  if (once && topic) {
    return {
      ...base,
      rule: "one_off",
      predicate: topic.predicate,
      value: sentence,
      cardinality: "one",
      about: "scope",
    };
  }
  return null;
}
