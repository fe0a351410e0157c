import { compile, languageOf, matches } from "@/lib/engine/extract/compile-language";
import type { Finding, Passage } from "@/lib/engine/extract/finding";
import type { Language } from "@/lib/engine/extract/languages/language";
import { newFinding } from "@/lib/engine/extract/new-finding";
import { negatedBefore } from "@/lib/engine/extract/read-statements";
import { personName, readValue } from "@/lib/engine/extract/read-value";
import { EXACT_SPELLING, TECHNOLOGY } from "@/lib/engine/extract/vocabulary";

const FACT = { rule: "project_fact", cardinality: "one", temporal: "project_state", begins: true } as const;

/** What a project is made with, and its plain attributes. `outside`: another's text, where "we" is not us. */
export function readProjectFacts(clause: Passage, outside: boolean): Finding[] {
  const technology = readTechnology(clause, outside);
  const known = new Set(technology.map((finding) => finding.predicate));
  const attributes = outside ? [] : readAttributes(clause);
  return [...technology, ...attributes.filter((finding) => !known.has(finding.predicate))];
}

interface Named {
  predicate: string;
  name: string;
  index: number;
}

const PATTERNS = TECHNOLOGY.map(({ predicate, names }) => ({
  predicate,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}.])(?:${names})(?![\\p{Script=Latin}\\p{N}+#]|\\.\\w)`, "giu"),
}));

/** Names of technologies that a text holds and does not set aside ("not X", "from X to"). */
export function listTechnology(language: Language, text: string): Named[] {
  const found: Named[] = [];
  for (const { predicate, pattern } of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const [name] = match;
      if (EXACT_SPELLING.test(name) && name[0] === name[0]?.toLowerCase()) continue;
      if (matches(language, text.slice(0, match.index), language.insteadOf)) continue;
      if (/^\s*(?:的)?(?:代替|替代|not|换成|迁移)/u.test(text.slice(match.index + name.length))) continue;
      found.push({ predicate, name, index: match.index });
    }
  }
  return found.sort((a, b) => a.index - b.index);
}

function readTechnology(clause: Passage, outside: boolean): Finding[] {
  const language = languageOf(clause.text);
  const { text } = clause;
  for (const verb of text.matchAll(compile(language, language.uses))) {
    const before = text.slice(0, verb.index);
    const about = subjectOf(language, before, outside);
    if (about === null || negatedBefore(language, before.slice(-24), 24)) continue;
    // "moved from X to Y": what the verb's own words name is what was left.
    const rest = text.slice(verb.index + verb[0].length);
    const named = listTechnology(language, rest);
    const component = language.components.find(({ pattern }) => matches(language, before, pattern))?.name;
    const byPredicate = new Map<string, string[]>();
    for (const { predicate, name, index } of named) {
      if (/[.;。；]/.test(rest.slice(0, index).replace(/\.\w/g, ""))) continue;
      const key = qualify(language, rest.slice(index + name.length), predicate, component);
      const names = byPredicate.get(key) ?? [];
      if (!names.includes(name)) names.push(name);
      byPredicate.set(key, names);
    }
    if (byPredicate.size === 0) continue;
    return [...byPredicate].map(([predicate, names]) =>
      newFinding({ ...FACT, clause, predicate, value: names.length === 1 ? (names[0] ?? "") : names, about }),
    );
  }
  return [];
}

/** PostgreSQL for tests is not the database, and the frontend's language is not the backend's. */
function qualify(language: Language, after: string, kind: string, component: string | undefined): string {
  const purpose = language.purposes.find(({ pattern }) => matches(language, after, pattern));
  if (purpose) return purpose.predicate.replace("{kind}", kind);
  return component && (kind === "language" || kind === "framework" || component === "test")
    ? `${component}_${kind}`
    : kind;
}

const PROJECT_NAME = /(?:\bproject|项目)\s*([A-Za-z0-9][\w-]*)\s*(?:的[^，。]{0,6})?$/iu;

/** "Our competitor uses Oracle": ours by the word, and not ours. */
const OTHERS =
  /\b(?:competitors?|rivals?|customers?|clients?|vendors?|suppliers?|partners?|contractors?|neighbou?rs?|parents?|sister company|former|previous|old)\b|竞争对手|对手|客户|供应商|甲方|乙方|合作方|友商|别的?(?:公司|团队|项目)|其他(?:公司|团队|项目)/iu;
/** Thought of, not done. */
const PLANNED = /(?:考虑|打算|计划|想要?|准备|讨论|建议|要不要|是否)(?:过|着|是否)?[^，。]{0,6}$/u;

/** Whose technology it is; null when it is nobody's that concerns us. */
function subjectOf(language: Language, before: string, outside: boolean): Finding["about"] | null {
  const words = before.trim();
  const ownName = PROJECT_NAME.exec(
    words.replace(/\s+(?:already|now|currently|always|still|has|is|will)$/i, ""),
  );
  if (
    ownName?.[1] &&
    !/^(?:has|is|will|now|also|still|already|always|currently|uses?|team)$/i.test(ownName[1])
  )
    return { subject: `project:${ownName[1]}` };
  const name =
    /^\W*(?<who>\p{Lu}[\p{L}\p{N}-]+)(?: (?:now|still|currently|already|has|is|always))*\s*$/u.exec(words)
      ?.groups?.who;
  if (name && language.tag === "en" && personName(language, name)) return { subject: `entity:${name}` };
  if (outside || OTHERS.test(words) || PLANNED.test(words)) return null;
  return matches(language, before, language.usesSubject) ? "scope" : null;
}

function readAttributes(clause: Passage): Finding[] {
  const language = languageOf(clause.text);
  const findings: Finding[] = [];
  for (const { predicate, shape, names } of language.attributes) {
    for (const template of language.attributeSentence) {
      const pattern = compile(language, template.replace("{attribute}", names));
      for (const match of clause.text.matchAll(pattern)) {
        if (findings.some((finding) => finding.predicate === predicate)) continue;
        const found = attributeValue(language, match.groups?.value ?? "", shape, predicate);
        if (found === null) continue;
        findings.push(
          newFinding({ ...FACT, clause, predicate, value: found, about: "scope", dated: shape === "date" }),
        );
      }
    }
  }
  return findings;
}

function attributeValue(
  language: Language,
  raw: string,
  shape: Parameters<typeof readValue>[2],
  predicate: string,
): string | null {
  const named = TECHNOLOGY.some((kind) => kind.predicate === predicate)
    ? listTechnology(language, raw).find((item) => item.predicate === predicate)
    : undefined;
  if (named) return named.name;
  const bare = raw.replace(
    /^(?:now |still |currently |going to be |on |due (?:on )?|set to |called |named )+/i,
    "",
  );
  // A date may hold what would end another value: "Friday the 5th of May".
  if (shape === "date") {
    const value = bare
      .replace(/\s*(?:,? (?:not|instead|but|because|since|so)\b|[,，]?(?:不是|而不是)).*$/iu, "")
      .replace(/[\s.。!！了吧]+$/u, "");
    return value.length <= 60 &&
      matches(language, value, language.monthsAndDays) &&
      !matches(language, value, language.passingValue) &&
      !/^not\b/i.test(value)
      ? value
      : null;
  }
  const value = readValue(language, bare, shape);
  return value !== null && matches(language, value, language.passingValue) ? null : value;
}
