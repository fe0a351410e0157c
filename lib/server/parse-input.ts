import type { z } from "zod";
import type { FieldProblem } from "@/lib/engine/errors";
import { HttpProblem } from "@/lib/server/problem";

const MAX_REPORTED = 50;
const MAX_DEPTH = 64;

/**
 * Checks input against its schema. Every wrong or unknown field is named.
 * @throws HttpProblem 400 `invalid_request`
 */
export function parseInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
  where: "body" | "query",
): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const fields = toFieldProblems(parsed.error).slice(0, MAX_REPORTED);
  const names = fields.map((field) => field.path || where).slice(0, 5);
  throw new HttpProblem("invalid_request", `The ${where} is not valid: ${names.join(", ")}.`, { fields });
}

export function toFieldProblems(error: z.ZodError): FieldProblem[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ path: joinPath([...issue.path, key]), message: "unknown field" }));
    }
    if (issue.code === "invalid_union") {
      const closest = issue.errors.toSorted((a, b) => a.length - b.length)[0];
      const inner = closest?.find((one) => one.path.length > 0);
      if (inner) return [{ path: joinPath([...issue.path, ...inner.path]), message: inner.message }];
    }
    return [{ path: joinPath(issue.path), message: issue.message }];
  });
}

function joinPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === "number" ? `[${part}]` : index === 0 ? String(part) : `.${String(part)}`,
    )
    .join("")
    .slice(0, 200);
}

/**
 * Query parameters as an object; one name twice is refused, because no schema could say which one counts.
 * @throws HttpProblem 400 `invalid_request`
 */
export function readQuery(search: URLSearchParams): Record<string, string> {
  const query: [string, string][] = [];
  const seen = new Set<string>();
  for (const [name, value] of search) {
    if (seen.has(name)) {
      throw new HttpProblem("invalid_request", `The query parameter ${name.slice(0, 100)} is given twice.`, {
        fields: [{ path: name.slice(0, 200), message: "given twice" }],
      });
    }
    seen.add(name);
    query.push([name, value]);
  }
  const record = Object.fromEntries(query);
  refuseUnstorable(record, "query");
  return record;
}

/**
 * Refuses what JSON can carry and no database column can: NUL, half surrogates, a `__proto__` member, and nesting so
 * deep that a recursive reader would exhaust its stack. Walks without recursion for that reason.
 * @throws HttpProblem 400 `invalid_request`
 */
export function refuseUnstorable(input: unknown, where: "body" | "query"): void {
  const open: { value: unknown; path: (string | number)[] }[] = [{ value: input, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === "string") refuseText(value, path, where);
    if (typeof value !== "object" || value === null) continue;
    if (path.length >= MAX_DEPTH) refuse(path, `nested more than ${MAX_DEPTH} levels deep`, where);
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) open.push({ value: value[i], path: [...path, i] });
      continue;
    }
    for (const [key, member] of Object.entries(value)) {
      if (key === "__proto__") refuse([...path, key], "this name is not allowed", where);
      refuseText(key, path, where);
      open.push({ value: member, path: [...path, key] });
    }
  }
}

function refuseText(text: string, path: (string | number)[], where: "body" | "query"): void {
  if (text.includes("\u0000")) refuse(path, "contains the NUL character", where);
  if (/\p{Surrogate}/u.test(text)) refuse(path, "contains half of a surrogate pair", where);
}

function refuse(path: (string | number)[], message: string, where: "body" | "query"): never {
  const name = joinPath(path);
  throw new HttpProblem(
    "invalid_request",
    `The ${where} is not valid: ${name.slice(0, 100) || where} ${message}.`,
    {
      fields: [{ path: name, message }],
    },
  );
}
