/** Words that stand in for what may not be kept in clear: there is nothing to read. */
const WITHHELD = /^\[withheld\b/;

/**
 * The words of an event's content, for a model to read: a text as it is, of an object its texts, one a line. Null when
 * there is nothing to read or nothing may be.
 */
export function readableText(content: unknown): string | null {
  const lines: string[] = [];
  collect(content, lines);
  if (lines.some((line) => WITHHELD.test(line))) return null;
  const text = lines.join("\n");
  return text.trim().length < 2 ? null : text;
}

function collect(node: unknown, lines: string[]): void {
  if (typeof node === "string") lines.push(node);
  else if (Array.isArray(node)) for (const part of node) collect(part, lines);
  else if (node !== null && typeof node === "object")
    for (const part of Object.values(node)) collect(part, lines);
}
