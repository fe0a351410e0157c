import { compile, languageOf } from "@/lib/engine/extract/compile-language";
import type { Finding, Passage } from "@/lib/engine/extract/finding";
import { newFinding } from "@/lib/engine/extract/new-finding";

/** "X failed because Y; fixed by Z": why something went wrong is worth more than that it did. */
export function readIncident(sentences: readonly Passage[]): Finding | null {
  for (const [at, sentence] of sentences.entries()) {
    const language = languageOf(sentence.text);
    const match = compile(language, language.incident.pattern).exec(sentence.text);
    const groups = match?.groups;
    if (!match || !groups?.task || !groups.cause) continue;
    const next = sentences[at + 1];
    const own = findFix(sentence.text.slice(match.index));
    const fix = own ?? (next ? findFix(next.text) : null);
    const last = own === null && fix !== null && next ? next : sentence;
    const cause = groups.cause.replace(
      /[,，]?\s*(?:and )?(?:we|I|it was|was|后来|最后|通过)?\s*(?:have |was |got )?(?:fixed|solved|resolved|mended|repaired|修复|解决).*$/iu,
      "",
    );
    return newFinding({
      rule: "episode",
      clause: { start: sentence.start, end: last.end, text: sentence.text },
      predicate: "episode",
      value: "",
      cardinality: "one",
      about: "scope",
      episode: {
        task: groups.task.trim(),
        outcome: (groups.outcome ?? "").trim(),
        cause: cause.trim(),
        ...(fix ? { fix } : {}),
      },
    });
  }
  return null;
}

function findFix(text: string): string | null {
  const language = languageOf(text);
  const groups = compile(language, language.incident.fix).exec(text)?.groups;
  return (groups?.fix ?? groups?.fix2 ?? null)?.trim() ?? null;
}
