import { z } from "zod";
import {
  candidate,
  decision,
  gateVerdict,
  memory,
  memoryHistory,
  memorySource,
  period,
  transition,
} from "@/lib/contracts/memories";
import { problem } from "@/lib/contracts/common";
import { deletion, deletionReceipt, deletionTarget } from "@/lib/contracts/deletions";
import { event, recordedEvent, storedEvent } from "@/lib/contracts/events";
import { retrievalOutput, retrievalTrace, snippet } from "@/lib/contracts/retrievals";
import {
  approval,
  blockedSource,
  conflict,
  quarantined,
  review,
  reviewEvidence,
} from "@/lib/contracts/reviews";
import { PROBLEM_CODES } from "@/lib/server/problem";
import type { Route } from "@/lib/server/route-handler";

type Json = { [key: string]: unknown };

/** The shapes that deserve a name of their own. */
const NAMED_OUTPUTS: Record<string, z.ZodType> = {
  Memory: memory,
  MemorySource: memorySource,
  MemoryHistory: memoryHistory,
  Transition: transition,
  Period: period,
  Decision: decision,
  GateVerdict: gateVerdict,
  RecordedEvent: recordedEvent,
  StoredEvent: storedEvent,
  Snippet: snippet,
  Retrieval: retrievalOutput,
  RetrievalTrace: retrievalTrace,
  Approval: approval,
  Quarantined: quarantined,
  Conflict: conflict,
  BlockedSource: blockedSource,
  Review: review,
  ReviewEvidence: reviewEvidence,
  Deletion: deletion,
  DeletionTarget: deletionTarget,
  DeletionReceipt: deletionReceipt,
  Problem: problem,
};
const NAMED_INPUTS: Record<string, z.ZodType> = { Candidate: candidate, Event: event };

const ref = (name: string): string => `#/components/schemas/${name}`;
const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** JSON Schemas of many shapes at once, each under its name, those that repeat as references. */
function toSchemas(named: Record<string, z.ZodType>, io: "input" | "output", shared: string): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, uri: ref });
  const out: Json = {};
  for (const [id, schema] of Object.entries(schemas)) {
    const { $schema, $id, ...rest } = schema as Json;
    out[id === "__shared" ? shared : id] = rest;
  }
  // The generator keeps what recurses in one extra entry, and points into it as into another document.
  const text = JSON.stringify(out)
    .replaceAll(`${ref("__shared")}#/$defs/`, `${ref(shared)}/$defs/`)
    .replaceAll(`"${ref("__shared")}"`, `"${ref(shared)}"`);
  return JSON.parse(text) as Json;
}

function nameOf(known: Record<string, z.ZodType>, schema: z.ZodType, fallback: string): string {
  const found = Object.entries(known).find(([, one]) => one === schema)?.[0];
  if (found) return found;
  known[fallback] = schema;
  return fallback;
}

/** The OpenAPI 3.1 description of every route of the table, made from the schemas that check requests. */
export function buildOpenApi(routes: readonly Route[]): Json {
  const inputs = { ...NAMED_INPUTS };
  const outputs = { ...NAMED_OUTPUTS };
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const name = capitalise(route.operationId);
    const operation = toOperation(route, {
      body: route.body && ref(nameOf(inputs, route.body, `${name}Request`)),
      output: ref(nameOf(outputs, route.output, `${name}Response`)),
    });
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Keepsake",
      version: "1",
      summary: "Governed long-term memory for AI agents",
      description: DESCRIPTION,
    },
    servers: [{ url: "/api/v1" }],
    paths,
    components: {
      securitySchemes: {
        agentKey: { type: "http", scheme: "bearer", description: "An agent's key: ks_live_…" },
        agentKeyHeader: { type: "apiKey", in: "header", name: "X-API-Key" },
        adminKey: { type: "http", scheme: "bearer", description: "The installation's admin key" },
        session: { type: "apiKey", in: "cookie", name: "next-auth.session-token" },
      },
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          schema: { type: "string", minLength: 1, maxLength: 255 },
          description:
            "The same key with the same request gives the first answer again (Idempotent-Replayed: true). The same key with another request: 409 idempotency_mismatch. Kept for at least 24 hours.",
        },
      },
      responses: Object.fromEntries(
        [...new Set(PROBLEM_CODES.map(({ status }) => status))].map(problemResponse),
      ),
      schemas: {
        ...toSchemas(outputs, "output", "SharedOutput"),
        ...toSchemas(inputs, "input", "SharedInput"),
      },
    },
  };
}

const DESCRIPTION = [
  "Instants are RFC 3339 with an offset. Unknown fields and unknown query parameters are refused and named.",
  "What a gate refuses is an outcome of a decision, not an error. What belongs to another tenant or scope answers 404, exactly like what does not exist.",
  `Codes of problems: ${PROBLEM_CODES.map(({ code, status }) => `${code} (${status})`).join(", ")}.`,
].join("\n\n");

function problemResponse(status: number): [string, Json] {
  const codes = PROBLEM_CODES.filter((entry) => entry.status === status).map(({ code }) => code);
  return [
    `Problem${status}`,
    {
      description: `One of the codes ${codes.join(", ")}`,
      content: { "application/problem+json": { schema: { $ref: ref("Problem") } } },
    },
  ];
}

const SECURITY: Record<Route["auth"], Json[]> = {
  agent: [{ agentKey: [] }, { agentKeyHeader: [] }],
  admin: [{ adminKey: [] }],
  agent_or_session: [{ agentKey: [] }, { agentKeyHeader: [] }, { session: [] }],
  review: [{ agentKey: [] }, { agentKeyHeader: [] }, { session: [] }, { adminKey: [] }],
  public: [],
};

function toOperation(route: Route, schemas: { body: string | null; output: string }): Json {
  const changes = route.method !== "GET";
  const failures = [
    ...(route.auth === "public" ? [] : [401, 403, 429]),
    400,
    404,
    ...(changes ? [409, 413, 415, 422] : []),
    500,
    503,
  ].sort();
  return {
    operationId: route.operationId,
    summary: route.summary,
    tags: [route.tag],
    security: SECURITY[route.auth],
    parameters: [
      ...Object.entries(route.params).map(([name, schema]) => ({
        name,
        in: "path",
        required: true,
        schema: inline(schema),
      })),
      ...queryParameters(route.query),
      ...(changes ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ],
    ...(schemas.body && {
      requestBody: {
        required: !route.bodyOptional,
        content: { "application/json": { schema: { $ref: schemas.body } } },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.statuses).map(([status, description]) => [
          status,
          { description, content: { "application/json": { schema: { $ref: schemas.output } } } },
        ]),
      ),
      ...Object.fromEntries(
        failures.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
      ),
    },
  };
}

function inline(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input" }) as Json;
  return rest;
}

function queryParameters(query: z.ZodType | null): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = inline(query) as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}
