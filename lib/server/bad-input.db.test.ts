import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Route } from "@/lib/server/route-handler";
import { ROUTES } from "@/lib/server/route-table";
import naughtyStrings from "@/lib/testing/naughty-strings/strings.json";
import { openTestServer, type Reply, TEST_ADMIN_KEY, type TestServer } from "@/lib/testing/open-test-server";

let server: TestServer;
let agentKey: string;

beforeAll(async () => {
  server = await openTestServer();
  const { agentId } = await server.createTenant("acme");
  agentKey = (await server.createKey(agentId, { rate_per_minute: 0 })).key;
});
afterAll(() => server.close());

const IDS: Record<string, string> = {
  agent_id: "agt_00000000000000000000000000",
  key_id: "key_00000000000000000000000000",
  version: "0",
};

function target(route: Route): { path: string; key: string } {
  const noun = route.path.split("/")[1] ?? "";
  const prefix =
    {
      memories: "mem",
      events: "evt",
      exports: "exp",
      holds: "hld",
      retrievals: "ret",
      deletions: "del",
      approvals: "apr",
      quarantine: "qua",
      conflicts: "con",
      aliases: "ali",
      duplicates: "dup",
      "blocked-sources": "blk",
    }[noun] ?? "mem";
  const path = route.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => IDS[name] ?? `${prefix}_00000000000000000000000000`,
  );
  return { path, key: route.auth === "admin" ? TEST_ADMIN_KEY : agentKey };
}

/** What every refusal must be, whatever was sent. */
function expectRefusal(reply: Reply, what: string, statuses: number[]): void {
  expect(statuses, `${what}: ${reply.status} ${reply.text.slice(0, 300)}`).toContain(reply.status);
  if (reply.status < 400) return;
  expect(reply.headers.get("content-type"), what).toBe("application/problem+json");
  expect(reply.body.status, what).toBe(reply.status);
  expect(reply.body.request_id, what).toBe(reply.headers.get("x-request-id"));
  expect(reply.text, what).not.toMatch(/\bat .+:\d+:\d+|node_modules|\.ts:\d/);
}

const withBody = ROUTES.filter((route) => route.body !== null);
const withQuery = ROUTES.filter((route) => route.method === "GET");

describe.each(withBody.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s",
  (_, route) => {
    const send = (options: Parameters<TestServer["call"]>[2]) => {
      const to = target(route);
      return server.call(route.method, to.path, { key: to.key, ...options });
    };
    const fields = Object.keys(
      (z.toJSONSchema(route.body ?? z.strictObject({}), { io: "input" }).properties ?? {}) as object,
    );

    test("a body that is not JSON", async () => {
      for (const raw of ["{", "{'a':1}", "[1,", "\u0000", '{"a":1}}', "nul", "\ufeff"]) {
        const reply = await send({ raw });
        expectRefusal(reply, raw, [400]);
        expect(reply.body.code).toBe("malformed_json");
      }
      const reply = await send({ raw: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) });
      expectRefusal(reply, "bytes that are not UTF-8", [400]);
    });

    test("JSON of another shape", async () => {
      for (const body of [[], null, 1, "text", true, [{}]]) {
        expectRefusal(await send({ body }), JSON.stringify(body), [400]);
      }
    });

    test("another content type", async () => {
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "",
      ]) {
        const reply = await send({ raw: "{}", headers: { "Content-Type": type } });
        expectRefusal(reply, type, [415]);
      }
    });

    test("a body too large, whatever length it claims", async () => {
      const reply = await send({ raw: `{"x":"${"a".repeat(10_500_000)}"}` });
      expectRefusal(reply, "large", [413]);
      const declared = await send({ raw: "{}", headers: { "Content-Length": "99999999" } });
      expectRefusal(declared, "declared", [413]);
    });

    test("unknown fields are named", async () => {
      const reply = await send({ body: { surprise: 1, confirmation_: "confirmed" } });
      expectRefusal(reply, "unknown", [400]);
      const named = reply.body.errors.map((error: { path: string }) => error.path);
      expect(named).toEqual(expect.arrayContaining(["surprise", "confirmation_"]));
    });

    test("fields that no caller may set", async () => {
      for (const field of [
        "tenant_id",
        "status",
        "confirmation",
        "trust",
        "principal",
        "__proto__",
        "constructor",
      ]) {
        if (fields.includes(field)) continue;
        expectRefusal(await send({ raw: `{${JSON.stringify(field)}:{"x":1}}` }), field, [400]);
      }
    });

    test("each field with each wrong type", async () => {
      for (const field of fields) {
        for (const wrong of [{}, [], -1.5, true, "\u0000", "\ud800", "", "2026-01-01T00:00:00", null]) {
          const reply = await send({ raw: `{${JSON.stringify(field)}:${JSON.stringify(wrong)}}` });
          expect(reply.status, `${field} = ${JSON.stringify(wrong)}: ${reply.text}`).toBeLessThan(500);
        }
      }
    });

    test("text that no column can hold, and nesting without end", async () => {
      const field = fields[0] ?? "x";
      for (const raw of [
        `{${JSON.stringify(field)}:"a\\u0000b"}`,
        `{${JSON.stringify(field)}:"\\ud800"}`,
        `{${JSON.stringify(field)}:{"\\u0000":1}}`,
        `{${JSON.stringify(field)}:${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
        `{${JSON.stringify(field)}:${'{"a":'.repeat(3_000)}1${"}".repeat(3_000)}}`,
      ]) {
        expectRefusal(await send({ raw }), raw.slice(0, 60), [400]);
      }
    });

    test("an unknown query parameter", async () => {
      const to = target(route);
      const reply = await server.call(route.method, `${to.path}?debug=1`, { key: to.key, body: {} });
      expectRefusal(reply, "query", [400]);
      expect(reply.body.errors[0].path).toBe("debug");
    });
  },
);

test.each(withQuery.map((route) => [route.path, route] as const))(
  "GET %s refuses bad queries",
  async (_, route) => {
    const { path, key } = target(route);
    for (const query of ["nothing_like_it=1", "a=1&a=2", "limit=20&limit=30", "x=%00", "%F0%9F=1"]) {
      const reply = await server.call("GET", `${path}?${query}`, { key });
      expectRefusal(reply, query, [400]);
    }
  },
);

test("numbers, times and scopes of a query are checked", async () => {
  for (const query of [
    "limit=0",
    "limit=201",
    "limit=-1",
    "limit=1e2",
    "limit=ten",
    "valid_at=2026-01-01T00:00:00",
    "valid_at=yesterday",
    "known_at=2026-13-01T00:00:00Z",
    "scope=user:*",
    "scope=user",
    "scope=planet:earth",
    "status=gone",
    "kind=",
  ]) {
    const reply = await server.call("GET", `/memories?${query}`, { key: agentKey });
    expectRefusal(reply, query, [400]);
    expect(reply.body.errors[0].path).toBe(query.split("=")[0]);
  }
});

test("an end before its start is well-formed and meaningless", async () => {
  const body = {
    scope: "project:atlas",
    subject: "project:atlas",
    predicate: "phase",
    value: "alpha",
    source: { type: "internal_tool" },
    valid_from: "2026-02-01T00:00:00Z",
    valid_to: "2026-01-01T00:00:00Z",
  };
  expectRefusal(await server.call("POST", "/memories", { key: agentKey, body }), "range", [422]);
});

test("a path that does not exist, and a method that a path does not have", async () => {
  for (const path of ["/nothing", "/memories/x/y/z", "/", "/admin", "/memories/", "/openapi"]) {
    const reply = await server.call("GET", path, { key: agentKey });
    expectRefusal(reply, path, [404]);
    expect(reply.body.code).toBe("not_found");
  }
  for (const path of new Set(ROUTES.map((route) => route.path))) {
    const known = ROUTES.filter((route) => route.path === path).map((route) => route.method);
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      if ((known as string[]).includes(method)) continue;
      const reply = await server.call(method, path.replace(/\{\w+\}/g, "x"), { key: agentKey });
      expectRefusal(reply, `${method} ${path}`, [405]);
      expect(reply.headers.get("allow")?.split(", ").toSorted()).toEqual([...known].toSorted());
    }
  }
});

/** At most so many characters, never half of one: half a surrogate pair is refused, rightly. */
const cut = (text: string, length: number): string => [...text].slice(0, length / 2).join("");

test("naughty strings in every place for words are stored as they are or refused, never a failure", async () => {
  const outcomes = new Map<string, number>();
  for (let from = 0; from < naughtyStrings.length; from += 25) {
    const texts = naughtyStrings.slice(from, from + 25);
    const events = texts.map((text, index) => ({
      type: "tool_result",
      scope: "project:naughty",
      actor: "tool",
      source: { type: "internal_tool", ref: cut(text, 500), uri: cut(text, 500) },
      content: { text },
      candidates: [
        {
          scope: "project:naughty",
          subject: "project:naughty",
          predicate: `text_${from + index}`,
          value: text,
          ...(text !== "" && { statement: text, topic: cut(text, 100) }),
          source: { type: "internal_tool", quote: text },
          temporal_scope: "permanent",
          metadata: { text },
        },
      ],
    }));
    const reply = await server.call("POST", "/events", {
      key: agentKey,
      body: { events, extract: "none", wait: "committed" },
    });
    expect(reply.status, `${JSON.stringify(texts)}: ${reply.text.slice(0, 300)}`).toBe(200);
    for (const [index, result] of reply.body.results.entries()) {
      const [decision] = result.decisions;
      outcomes.set(decision.outcome, (outcomes.get(decision.outcome) ?? 0) + 1);
      if (decision.operation === "ADD" && decision.memory) expect(decision.memory.value).toBe(texts[index]);
    }
  }
  expect(outcomes.get("committed") ?? 0, JSON.stringify([...outcomes])).toBeGreaterThan(300);
}, 300_000);

test("naughty strings in queries, questions and paths find something or nothing, never a failure", async () => {
  // Every sixth: each costs three requests, and neighbours in the list are of one kind.
  for (const text of naughtyStrings.filter((_, index) => index % 6 === 0)) {
    const query = new URLSearchParams({ q: cut(text, 500), limit: "5" });
    const listed = await server.call("GET", `/memories?${query}`, { key: agentKey });
    expect(listed.status, `${JSON.stringify(text)}: ${listed.text.slice(0, 300)}`).toBe(200);
    const recalled = await server.call("POST", "/retrievals", { key: agentKey, body: { query: text } });
    expect(recalled.status, `${JSON.stringify(text)}: ${recalled.text.slice(0, 300)}`).toBe(200);
    const path = await server.call("GET", `/memories/${encodeURIComponent(text)}`, { key: agentKey });
    expect([200, 404], text).toContain(path.status);
    if (text !== "" && text !== ".") expect(path.status, text).toBe(404);
  }
}, 300_000);

test("a caller's request id is echoed when it is a plain one, and replaced when not", async () => {
  const plain = await server.call("GET", "/whoami", {
    key: agentKey,
    headers: { "X-Request-Id": "req-abc.123:45" },
  });
  expect(plain.headers.get("x-request-id")).toBe("req-abc.123:45");
  for (const odd of ["short", "a".repeat(101), "has space in it", '"><script>']) {
    const reply = await server.call("GET", "/whoami", { key: agentKey, headers: { "X-Request-Id": odd } });
    expect(reply.headers.get("x-request-id")).toMatch(/^req_/);
  }
});

test("answers are never kept by a cache, nor taken for anything but JSON", async () => {
  for (const path of ["/whoami", "/nothing", "/openapi.json"]) {
    const reply = await server.call("GET", path, { key: agentKey });
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
  }
});
