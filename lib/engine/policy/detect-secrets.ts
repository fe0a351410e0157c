import { replaceSpans, type Span } from "@/lib/engine/policy/replace-spans";
import { findLibrarySecrets } from "@/lib/engine/policy/secrets/library-rules";
import { OWN_RULES } from "@/lib/engine/policy/secrets/own-rules";
import { createRecentDigests } from "@/lib/platform/recent-digests";
import { foldSpans } from "@/lib/engine/policy/unicode/fold-spans";

export interface MaskedText {
  text: string;
  /** Kinds found, in order, without the secrets themselves. */
  kinds: string[];
}

const MARK = "[secret removed";

/** One write shows the same sentence in several places: as statement, as quote, in the event. It is looked through once. */
const CLEAN = createRecentDigests(4_096);

/**
 * Credentials and one-time codes, as spans of the text. Shapes and sentences, not a list of vendors alone: a passphrase
 * in a sentence is a secret too. Hidden characters and full-width letters are seen through.
 */
export function findSecrets(written: string): Span[] {
  if (CLEAN.has(written)) return [];
  const spans = lookForSecrets(written);
  if (spans.length === 0) CLEAN.add(written);
  return spans;
}

function lookForSecrets(written: string): Span[] {
  const folded = foldSpans(written);
  const { text } = folded;
  const lower = text.toLowerCase();
  const spans: Span[] = findLibrarySecrets(text);
  for (const rule of OWN_RULES) {
    if (!rule.hints.some((hint) => lower.includes(hint))) continue;
    for (const match of text.matchAll(rule.pattern)) {
      const secret = match[rule.group];
      if (secret === undefined || secret.startsWith("[")) continue;
      const start = match.index + (rule.group === 0 ? 0 : match[0].lastIndexOf(secret));
      const end = start + secret.length;
      if (
        rule.confirm &&
        !rule.confirm(secret, text.slice(end, end + 40), text.slice(Math.max(0, start - 80), start))
      )
        continue;
      spans.push({ start, end, kind: rule.kind });
    }
  }
  return spans.map(({ start, end, kind }) => {
    const [from, to] = folded.toOriginal(start, end);
    return { start: from, end: to, kind };
  });
}

/** Replaces each secret by `[secret removed: kind]`. They are masked before anything is stored, queued, logged or embedded. */
export function maskSecrets(text: string): MaskedText {
  const spans = findSecrets(text);
  if (spans.length === 0) return { text, kinds: [] };
  const kinds: string[] = [];
  const masked = replaceSpans(text, spans, (kind) => {
    kinds.push(kind);
    return `${MARK}: ${kind}]`;
  });
  return { text: masked, kinds };
}

/** {"key": "password", "value": "…"}: the name of the value stands beside it. */
function nameInside(node: object): string | null {
  for (const key of ["key", "name", "field", "predicate", "label", "header"]) {
    const name = (node as Record<string, unknown>)[key];
    if (typeof name === "string" && name.length <= 120) return name;
  }
  return null;
}

/** The same over any JSON: every string and every key is looked at, also a pair such as {"password": "…"}. */
export function maskSecretsIn(value: unknown): { value: unknown; kinds: string[] } {
  const kinds: string[] = [];
  const walk = (node: unknown, name: string | null): unknown => {
    if (typeof node === "string") {
      const direct = maskSecrets(node);
      if (direct.kinds.length > 0 || name === null) {
        kinds.push(...direct.kinds);
        return direct.text;
      }
      // A bare value under a telling name is a secret although the value alone does not look like one.
      const prefix = `${name}: `;
      const named = findSecrets(prefix + node).filter((span) => span.end > prefix.length);
      if (named[0]) {
        kinds.push(named[0].kind);
        return `${MARK}: ${named[0].kind}]`;
      }
      return node;
    }
    if (typeof node === "number" && name !== null) {
      const text = String(node);
      const walked = walk(text, name);
      return walked === text ? node : walked;
    }
    if (Array.isArray(node)) return node.map((item) => walk(item, name));
    if (node !== null && typeof node === "object") {
      const named = nameInside(node);
      return Object.fromEntries(
        Object.entries(node).map(([key, item]) => {
          const maskedKey = maskSecrets(key);
          kinds.push(...maskedKey.kinds);
          const telling = named !== null && /^(?:value|val|content|secret|data)$/i.test(key) ? named : key;
          return [maskedKey.text, walk(item, telling.replace(/[_-]+/g, " "))];
        }),
      );
    }
    return node;
  };
  return { value: walk(value, null), kinds };
}
