import type { PersonalDataKind } from "@/lib/contracts/personal-data";
import { findPersonalData } from "@/lib/engine/policy/personal-data/find-personal-data";
import { replaceSpans } from "@/lib/engine/policy/replace-spans";

const MARK = "[personal data: ";
export const ONLY_MARKS = /^(?:\s*\[personal data: [a-z_]+\][\s.,;，。；]*)+$/;

export interface Redacted<T> {
  value: T;
  /** Kinds that were replaced, each once. */
  kinds: PersonalDataKind[];
  /** False when the replaced text still shows something: then it must not be kept. */
  complete: boolean;
}

/** Field names that say nothing of what stands in them. */
const PLAIN_NAMES = new Set([
  "ref",
  "uri",
  "value",
  "text",
  "content",
  "statement",
  "quote",
  "remember",
  "note",
]);
const nameOf = (key: string) => (PLAIN_NAMES.has(key) ? "" : key.replace(/[_-]+/g, " "));

function eachText(value: unknown, name: string, visit: (text: string, name: string) => string): unknown {
  if (typeof value === "string") return visit(value, name);
  if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) >= 1_000_000) {
    const text = String(value);
    const visited = visit(text, name);
    return visited === text ? value : visited;
  }
  if (Array.isArray(value)) return value.map((item) => eachText(item, name, visit));
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        visit(key, ""),
        eachText(item, nameOf(key) || name, visit),
      ]),
    );
  }
  return value;
}

/** Kinds of personal data anywhere in a JSON: strings, keys and whole numbers. */
export function listPersonalData(value: unknown, name = ""): PersonalDataKind[] {
  const kinds = new Set<PersonalDataKind>();
  eachText(value, name, (text, field) => {
    for (const span of findPersonalData(text, field)) kinds.add(span.kind);
    return text;
  });
  return [...kinds];
}

/**
 * Replaces each by `[personal data: kind]`, and looks again: what is still found afterwards makes it incomplete.
 * `keep` says which kinds may stay.
 */
export function redactPersonalData<T>(
  value: T,
  keep: (kind: PersonalDataKind) => boolean = () => false,
  name = "",
): Redacted<T> {
  const kinds = new Set<PersonalDataKind>();
  const redacted = eachText(value, name, (text, field) => {
    const spans = findPersonalData(text, field).filter((span) => !keep(span.kind));
    if (spans.length === 0) return text;
    for (const span of spans) kinds.add(span.kind);
    return replaceSpans(text, spans, (kind) => `${MARK}${kind}]`);
  });
  const left = kinds.size === 0 ? [] : listPersonalData(redacted, name).filter((kind) => !keep(kind));
  return { value: redacted as T, kinds: [...kinds], complete: left.length === 0 };
}
