import { readAmount } from "@/lib/engine/policy/read-amount";
import { readDate } from "@/lib/engine/policy/read-date";
import { namesASet } from "@/lib/engine/policy/value-units";
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

/**
 * How values were compared before amounts, dates and sets were read. Digests of it stand in the database, of memories
 * and of what was erased, and have to be recognised: never changed.
 */
export function normaliseValueAtFirst(value: unknown): string {
  return canonicalJson(walk(value, normaliseText));
}

/** Begins every digest of a value that was made with `normaliseValue` as it is now. */
export const VALUE_VERSION = "2:";

/**
 * One text for all spellings of one value; what equality of values is decided on. Beside what holds for any text:
 * amounts with their units, dates, yes and no, and, where the predicate names a set, the order of a list. Versions and
 * names stay as they are ("Node 20" is not "Node 22"). A change here needs a new VALUE_VERSION.
 */
export function normaliseValue(value: unknown, predicate: string): string {
  if (namesASet(predicate)) {
    const items = typeof value === "string" ? splitList(value) : Array.isArray(value) ? value : null;
    if (items && items.length > 1) {
      const members = new Set(items.map((item) => canonicalJson(walk(item, normaliseLeaf))));
      return `{${[...members].sort().join(",")}}`;
    }
    if (items?.length === 1) return canonicalJson(walk(items[0], normaliseLeaf));
  }
  return canonicalJson(walk(value, normaliseLeaf));
}

const QUOTED = /^(?:"(.+)"|'(.+)'|“(.+)”|「(.+)」|《(.+)》)$/u;
const YES = new Set(["true", "yes", "是", "是的"]);
const NO = new Set(["false", "no", "否", "不是"]);

function normaliseLeaf(text: string): string {
  const plain = normaliseText(text);
  const quoted = QUOTED.exec(plain);
  const bare = quoted?.slice(1).find((part) => part !== undefined) ?? plain;
  if (YES.has(bare)) return "true";
  if (NO.has(bare)) return "false";
  return readDate(bare) ?? readAmount(bare) ?? bare;
}

function splitList(text: string): string[] {
  return normaliseText(text)
    .split(/\s*(?:[,;，；、]|\band\b|以及)\s*/u)
    .filter((item) => item !== "");
}

function walk(node: unknown, leaf: (text: string) => string): unknown {
  if (typeof node === "string") return leaf(node);
  if (leaf === normaliseLeaf && (typeof node === "number" || typeof node === "boolean")) return String(node);
  if (Array.isArray(node)) return node.map((item) => walk(item, leaf));
  if (node !== null && typeof node === "object") {
    return Object.fromEntries(
      Object.entries(node).map(([key, item]) => [normaliseText(key), walk(item, leaf)]),
    );
  }
  return node;
}
