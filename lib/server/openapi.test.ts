import { expect, test } from "vitest";
import { buildOpenApi } from "@/lib/server/openapi";
import { PROBLEM_CODES } from "@/lib/server/problem";
import { ROUTES } from "@/lib/server/route-table";

const document = buildOpenApi(ROUTES) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};
interface Operation {
  operationId: string;
  parameters: { name?: string; in?: string; $ref?: string }[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
  security: unknown[];
}

function resolveRef(ref: string): unknown {
  return ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
}

function collectRefs(value: unknown, found: string[] = []): string[] {
  if (Array.isArray(value)) for (const part of value) collectRefs(part, found);
  else if (typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      if (name === "$ref" && typeof part === "string") found.push(part);
      else collectRefs(part, found);
    }
  }
  return found;
}

test("every route of the table is described, and nothing else", () => {
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(ROUTES.map((route) => `${route.method} ${route.path}`).toSorted());
  const ids = ROUTES.map((route) => route.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test("every reference resolves", () => {
  const refs = collectRefs(document);
  expect(refs.length).toBeGreaterThan(100);
  for (const ref of new Set(refs)) {
    expect(ref.startsWith("#/"), ref).toBe(true);
    expect(resolveRef(ref), ref).toBeDefined();
  }
});

test("path parameters, bodies, idempotency and problems are told of each route", () => {
  for (const route of ROUTES) {
    const operation = document.paths[route.path]?.[route.method.toLowerCase()];
    if (!operation) throw new Error(`${route.path} is missing`);
    const named = operation.parameters.filter((one) => one.in === "path").map((one) => one.name);
    expect(named, route.path).toEqual([...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
    expect(Boolean(operation.requestBody), route.path).toBe(route.body !== null);
    const keyed = operation.parameters.some((one) => one.$ref === "#/components/parameters/IdempotencyKey");
    expect(keyed, route.path).toBe(route.method !== "GET");
    expect(operation.responses["400"]).toBeDefined();
    expect(operation.responses["401"]).toBeDefined();
    expect(operation.security.length).toBeGreaterThan(0);
  }
});

test("shapes keep their published fields, and inputs refuse unknown ones", () => {
  const schemas = document.components.schemas as Record<
    string,
    { properties: object; additionalProperties?: unknown }
  >;
  expect(Object.keys(schemas.Memory?.properties ?? {})).toEqual(
    expect.arrayContaining([
      "memory_id",
      "fact_id",
      "statement",
      "confirmation",
      "status",
      "valid_from",
      "sources",
    ]),
  );
  expect(schemas.Candidate?.additionalProperties).toBe(false);
  expect(schemas.RecordEventsRequest?.additionalProperties).toBe(false);
});

test("every code of a problem has one status", () => {
  const codes = PROBLEM_CODES.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  for (const { status } of PROBLEM_CODES) expect(status).toBeGreaterThanOrEqual(400);
});
