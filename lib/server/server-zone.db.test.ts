import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";
import { type CrashChild, startCrashChild } from "@/lib/testing/start-crash-child";

const ADMIN = "zone-admin-key-that-is-long-enough";
const ASKED_AT = "2026-03-10T18:30:00Z";

let opened: TestDatabase;
let directory: string;
beforeAll(async () => {
  opened = await openTestDatabase();
  directory = await mkdtemp(join(tmpdir(), "keepsake-zone-"));
});
afterAll(async () => {
  await opened?.close();
  await rm(directory, { recursive: true, force: true });
});
afterEach(() => vi.unstubAllEnvs());

/** Tells and asks, in a server whose machine stands in this zone; what comes back, without ids. */
async function answersIn(zone: string): Promise<unknown> {
  vi.stubEnv("TZ", zone);
  const child = await startCrashChild({
    location: opened.urls
      ? { kind: "server", url: opened.urls.owner }
      : { kind: "embedded", dataDir: join(directory, zone.replace("/", "-")) },
    adminKey: ADMIN,
    ahead: 0,
  });
  try {
    return await tellAndAsk(child, `zone-${zone.replace(/\W/g, "").toLowerCase()}`);
  } finally {
    await child.kill();
  }
}

async function tellAndAsk(child: CrashChild, tenant: string): Promise<unknown> {
  const call = async (method: "GET" | "POST", path: string, key: string, body?: unknown) => {
    const reply = await child.ask({ method, path, key, body });
    if (!reply || reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply)}`);
    return reply.body;
  };
  await call("POST", "/admin/tenants", ADMIN, { slug: tenant, name: tenant });
  const { agent_id } = await call("POST", "/admin/agents", ADMIN, { tenant, name: "a", scopes: ["user:*"] });
  const { secret } = await call("POST", `/admin/agents/${agent_id}/keys`, ADMIN, {});
  // Each hour of two days, so that every border of a day, in any zone, lies between two of them.
  const events = Array.from({ length: 60 }, (_, hour) => ({
    type: "message",
    actor: "user",
    scope: "user:lin",
    session_id: "one",
    source: { type: "user_statement" },
    occurred_at: new Date(Date.parse("2026-03-08T00:10:00Z") + hour * 3_600_000).toISOString(),
    content: `We walked past gate number ${hour}`,
    remember_as: "episode",
  }));
  await call("POST", "/events", secret, { events, extract: "none", wait: "indexed" });
  const answers: unknown[] = [];
  for (const time_zone of ["UTC", "Asia/Shanghai", "America/Los_Angeles"]) {
    for (const query of ["What happened yesterday?", "昨天发生了什么？", "what happened on 9 March?"]) {
      const asked = await call("POST", "/retrievals", secret, {
        query,
        intent: "recall_episode",
        valid_at: ASKED_AT,
        time_zone,
        k: 100,
        token_budget: 50_000,
      });
      const { context } = await call("GET", `/retrievals/${asked.retrieval_id}`, secret);
      answers.push([
        time_zone,
        query,
        context.projected.range,
        context.projected.times,
        asked.snippets.map((one: { text: string; as_of: string }) => [one.text, one.as_of]),
      ]);
    }
  }
  return answers;
}

test("a day is the asker's, wherever the server stands: the same answers at +14 and at −11", async () => {
  const ahead = (await answersIn("Pacific/Kiritimati")) as [string, string, { from: string; to: string }][];
  expect(await answersIn("Pacific/Midway")).toEqual(ahead);
  const ranges = ahead
    .filter(([, query]) => query.startsWith("What"))
    .map(([zone, , range]) => [zone, range]);
  expect(ranges).toEqual([
    ["UTC", { from: "2026-03-09T00:00:00.000Z", to: "2026-03-10T00:00:00.000Z" }],
    ["Asia/Shanghai", { from: "2026-03-09T16:00:00.000Z", to: "2026-03-10T16:00:00.000Z" }],
    ["America/Los_Angeles", { from: "2026-03-09T07:00:00.000Z", to: "2026-03-10T07:00:00.000Z" }],
  ]);
  for (const [, , , , snippets] of ahead as unknown[][])
    expect((snippets as unknown[]).length).toBeGreaterThan(10);
}, 300_000);
