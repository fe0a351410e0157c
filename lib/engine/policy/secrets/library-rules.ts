import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { Span } from "@/lib/engine/policy/replace-spans";

interface Report {
  range: readonly [number, number];
}
interface Context {
  sharedOptions: Record<string, never>;
  createTranslator(messages: unknown): (id: string) => { messageId: string; message: string };
  report(found: Report): void;
  ignore(found: Report): void;
}
interface Handler {
  file?(source: { filePath: string; ext: string; contentType: "text"; content: string }): unknown;
}
interface LibraryRule {
  meta: { id: string };
  create(context: Context, options: Record<string, never>): Handler;
}

const PREFIX = "@secretlint/secretlint-rule-";
/** Comments in a text must not switch its own inspection off. */
const NOT_OURS = new Set(["filter-comments"]);

/**
 * The rules of secretlint's recommended preset, called directly: each looks at a text within the call, so nothing here
 * waits, and no runner, file or configuration is needed.
 */
const FOUND: Span[] = [];
const HANDLERS = (rules as unknown as readonly LibraryRule[])
  .map((rule) => ({ rule, kind: rule.meta.id.slice(PREFIX.length).replace(/-/g, "_") }))
  .filter(({ kind }) => !NOT_OURS.has(kind.replace(/_/g, "-")))
  .map(({ rule, kind }) =>
    rule.create(
      {
        sharedOptions: {},
        createTranslator: () => (id) => ({ messageId: id, message: id }),
        report: ({ range }) => FOUND.push({ start: range[0], end: range[1], kind }),
        ignore: () => {},
      },
      {},
    ),
  );

/** Where the library sees a credential. */
export function findLibrarySecrets(content: string): Span[] {
  FOUND.length = 0;
  for (const handler of HANDLERS)
    handler.file?.({ filePath: "text.txt", ext: ".txt", contentType: "text", content });
  return FOUND.splice(0);
}
