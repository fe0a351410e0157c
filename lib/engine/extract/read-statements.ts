import { compile, languageOf, matches } from "@/lib/engine/extract/compile-language";
import type { Finding, Passage } from "@/lib/engine/extract/finding";
import type { Language, StatementPattern } from "@/lib/engine/extract/languages/language";
import { personName, readValue, splitList } from "@/lib/engine/extract/read-value";
import { newFinding } from "@/lib/engine/extract/new-finding";

/** What the patterns of a language find in one clause: who somebody is, what they like, who they know, what was decided. */
export function readStatements(clause: Passage, sharedScope: boolean): Finding[] {
  const language = languageOf(clause.text);
  const findings: Finding[] = [];
  const taken: { start: number; end: number }[] = [];
  for (const rule of language.statements) {
    if (rule.sharedScope && !sharedScope) continue;
    for (const source of rule.patterns) {
      for (const match of clause.text.matchAll(compile(language, source))) {
        const at = match.indices?.groups?.value;
        // The first pattern that reads these words has them: "I prefer A over B" is not also a liking of "A over B".
        if (!at || taken.some((span) => at[0] < span.end && at[0] >= span.start)) continue;
        const found = toFindings(language, rule, clause, match);
        const last = String(found.at(-1)?.value ?? "");
        const reach = clause.text.lastIndexOf(last, at[1]) + last.length;
        const end = Math.max(at[0] + 1, Math.min(at[1], reach));
        if (found.length === 0 || taken.some((span) => at[0] < span.end && end > span.start)) continue;
        taken.push({ start: at[0], end });
        findings.push(...found);
      }
    }
  }
  return findings;
}

function toFindings(
  language: Language,
  rule: StatementPattern,
  clause: Passage,
  match: RegExpMatchArray,
): Finding[] {
  const groups = match.groups ?? {};
  const value = readValue(language, groups.value ?? "", rule.shape);
  if (value === null) return [];
  const about = rule.about === "named" ? namedSubject(language, groups.who ?? "") : rule.about;
  if (about === null) return [];
  const key = (groups.key ?? "").toLowerCase();
  const predicate = rule.predicate.replace("{key}", (rule.keys?.[key] ?? key).replace(/[\s-]+/g, "_"));
  const values =
    rule.shape === "list"
      ? splitList(language, value).map((part) => tidy(language, part))
      : [tidy(language, value)];
  return values
    .filter((item) => item.length > 0 && !pointsElsewhere(rule, item))
    .map((item) =>
      newFinding({
        rule: rule.rule,
        clause,
        predicate,
        value: item,
        cardinality: rule.cardinality,
        about,
        temporal: rule.temporal ?? null,
        sensitivity: rule.sensitivity ?? null,
        begins: rule.begins ?? false,
        needsTime: rule.needsTime ?? null,
        dated: rule.shape === "date",
        ends: endsOf(rule, item, groups),
      }),
    );
}

const KNOWN_TO_ALL =
  /^the (?:sea|seaside|ocean|beach|mountains?|outdoors|countryside|piano|guitar|violin|drums|theat(?:re|er)|cinema|opera|gym|rain|snow|sun|cold|heat|country|city|news|arts?)\b/;

/** "The actors" of a film that was spoken of before: whoever hears it alone cannot know which. */
function pointsElsewhere(rule: StatementPattern, value: string): boolean {
  return rule.rule === "preference" && /^the \p{Ll}/u.test(value) && !KNOWN_TO_ALL.test(value);
}

function endsOf(
  rule: StatementPattern,
  value: string,
  groups: Record<string, string | undefined>,
): Finding["ends"] {
  if (rule.opposite) return { predicate: rule.opposite, value };
  const over = groups.over?.trim();
  if (rule.predicate !== "preference" || !over) return null;
  // "A over B" now: "B over A" is no longer so.
  const first = value
    .slice(0, value.length - over.length)
    .replace(
      /\s*(?:over|to|rather than|instead of|better than|more than|than|胜过|多过|多于|超过)\s*$/iu,
      "",
    );
  const between = value.slice(first.length, value.length - over.length);
  return first && value.endsWith(over)
    ? { predicate: "preference", value: `${over}${between}${first}` }
    : null;
}

/** "the color blue" and "blue" are one liking. */
function tidy(language: Language, value: string): string {
  if (language.tag === "zh") return value.replace(/^(?:吃|喝)(?=[\p{Script=Han}]{2,}的)/u, "").trim();
  return value
    .replace(/^(?:the )?colou?r (?=[a-z]+$)/i, "")
    .replace(/^to (?=\w+)/i, "")
    .trim();
}

function namedSubject(language: Language, who: string): { subject: string } | null {
  const isLatin = /^[A-Za-z]/.test(who);
  const name = personName(language, who);
  if (!name || name !== who.trim()) return null;
  // In a Chinese sentence a Latin word is a person only when written like one.
  if (isLatin && language.tag === "zh" && !/^[A-Z][a-z]+(?: [A-Z][a-z]+)?$/.test(who)) return null;
  return { subject: `entity:${name}` };
}

/** Whether a negation stands before this place in the clause. */
export function negatedBefore(language: Language, text: string, index: number): boolean {
  return matches(language, text.slice(0, index), language.negation);
}
