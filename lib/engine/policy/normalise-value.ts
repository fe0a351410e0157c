import { canonicalJson } from "@/lib/platform/hashing";

/** NFKC (width), case, space and closing punctuation do not make another value; order of words and numbers do. */
export function normaliseText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{Cf}]/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.。!！;；,，]+$/u, "");
}

/** One text for all spellings of one value; what equality of values is decided on. */
export function normaliseValue(value: unknown): string {
  const walk = (node: unknown): unknown => {
    if (typeof node === "string") return normaliseText(node);
    if (Array.isArray(node)) return node.map(walk);
    if (node !== null && typeof node === "object") {
      return Object.fromEntries(Object.entries(node).map(([key, item]) => [normaliseText(key), walk(item)]));
    }
    return node;
  };
  return canonicalJson(walk(value));
}
