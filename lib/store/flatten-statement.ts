import { type SQL, StringChunk, isSQLWrapper } from "drizzle-orm";

/**
 * A composed statement as text with its parameters, for the channel. Knows what our templates are made of: words of the
 * statement, other templates and plain values; drizzle's own way also knows tables, columns and encoders, and takes
 * several times as long.
 */
export function flattenStatement(statement: SQL): { text: string; parameters: unknown[] } {
  const parameters: unknown[] = [];
  let text = "";
  const visit = (chunk: unknown): void => {
    if (chunk instanceof StringChunk) text += chunk.value.join("");
    else if (isTemplate(chunk)) for (const part of chunk.queryChunks) visit(part);
    else if (Array.isArray(chunk)) throw new Error("a list is no parameter: say how it is to be sent");
    else if (isSQLWrapper(chunk)) throw new Error("only templates and plain values make such a statement");
    else if (chunk !== undefined) text += `$${parameters.push(chunk)}`;
  };
  visit(statement);
  return { text, parameters };
}

function isTemplate(chunk: unknown): chunk is SQL & { queryChunks: readonly unknown[] } {
  return typeof chunk === "object" && chunk !== null && "queryChunks" in chunk;
}
