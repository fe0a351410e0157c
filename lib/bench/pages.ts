import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { inventWords, fillScopes } from "@/lib/testing/fill-scopes";
import { multiplyRows } from "@/lib/testing/multiply-rows";
import { startApplication } from "@/lib/testing/start-application";
import { weighScripts } from "@/lib/testing/weigh-scripts";
import { startCluster } from "@/lib/testing/cluster.mjs";
import { databaseUrl, runAsOwner } from "@/lib/testing/server-databases";
import { readEnvironment } from "@/lib/platform/env";
import { createAdminContext } from "@/lib/server/admin-context";
import { createRuntime, type Runtime } from "@/lib/server/runtime";
import { createTenant } from "@/lib/services/tenant/create-tenant";
import { createUser } from "@/lib/services/user/create-user";

export const PAGES_USAGE = `npm run bench -- pages [--memories <n>] [--own <n>] [--traces <n>] [--approvals <n>] [--rounds <n>]

  how long the built application takes for each page, and how much JavaScript it ships, with 100,000 memories, 10,000
  traces and 1,000 approvals in the organisation, 2,000 of the memories the person's own, on a PostgreSQL server started
  for this; needs a build (npm start makes one)`;

/** What the pages have to stay within: milliseconds of the server, and kilobytes compressed. */
const MOST_MS = 150;
const MOST_KB = 250;
const PASSWORD = "a long enough password";

const PATHS = [
  "/me",
  "/me/memories",
  "/me/memories?q=bodag&sort=text",
  "/me/review",
  "/me/agents",
  "/me/activity",
  "/me/receipts",
  "/me/delete?scope=all&step=preview",
  "/me/export",
  "/me/settings",
  "/console",
  "/console/memories",
  "/console/memories?q=bodag",
  "/console/approvals",
  "/console/quarantine",
  "/console/conflicts",
  "/console/traces",
  "/console/subjects",
  "/console/deletions",
  "/console/jobs",
  "/console/health",
  "/console/agents",
  "/console/audit",
  "/console/members",
  "/console/policies",
];

interface PageMeasured {
  path: string;
  status: number;
  /** Of the server's whole answer, milliseconds. */
  median: number;
  worst: number;
  kilobytes: number;
}

export async function benchPages(args: string[]): Promise<number | null> {
  const { values } = parseArgs({
    args,
    options: {
      memories: { type: "string", default: "100000" },
      own: { type: "string", default: "2000" },
      traces: { type: "string", default: "10000" },
      approvals: { type: "string", default: "1000" },
      rounds: { type: "string", default: "5" },
    },
  });
  const [memories, own, traces, approvals, rounds] = [
    values.memories,
    values.own,
    values.traces,
    values.approvals,
    values.rounds,
  ].map(Number) as [number, number, number, number, number];
  if (![memories, own, traces, approvals, rounds].every((n) => Number.isInteger(n) && n > 0)) return null;
  const cluster = await startCluster({ durable: true });
  try {
    const name = "keepsake_pages";
    await runAsOwner(cluster.ownerUrl, `CREATE DATABASE ${name}`);
    const url = databaseUrl(cluster.ownerUrl, name);
    const secrets = {
      masterKey: randomBytes(32).toString("hex"),
      sessionSecret: randomBytes(32).toString("hex"),
    };
    await fill(url, secrets, { memories, own, traces, approvals });
    const server = await startApplication({
      DATABASE_URL: url,
      KEEPSAKE_MASTER_KEY: secrets.masterKey,
      NEXTAUTH_SECRET: secrets.sessionSecret,
      KEEPSAKE_EMBEDDER: "off",
      KEEPSAKE_DEMO: "0",
      KEEPSAKE_ADMIN_KEY: randomBytes(24).toString("hex"),
      KEEPSAKE_LOG_LEVEL: "error",
    });
    try {
      const cookie = await enter(server.baseUrl);
      console.log(
        `${memories} memories, ${own} of them the person's own, ${traces} traces, ${approvals} approvals`,
      );
      const measured = await measure(server.baseUrl, cookie, rounds);
      for (const page of measured) console.log(print(page));
      const slow = measured.filter(({ median }) => median > MOST_MS).length;
      const heavy = measured.filter(({ kilobytes }) => kilobytes > MOST_KB).length;
      console.log(
        `${slow} of ${measured.length} pages over ${MOST_MS} ms, ${heavy} over ${MOST_KB} kB of JavaScript`,
      );
    } finally {
      await server.stop();
    }
  } finally {
    cluster.stop();
  }
  return 0;
}

function print({ path, status, median, worst, kilobytes }: PageMeasured): string {
  const mark = status !== 200 || median > MOST_MS || kilobytes > MOST_KB ? " <" : "";
  return `${path.padEnd(36)} ${status} ${median.toFixed(0).padStart(6)} ms (worst ${worst.toFixed(0)}) ${kilobytes.toFixed(0).padStart(5)} kB${mark}`;
}

async function fill(
  url: string,
  secrets: { masterKey: string; sessionSecret: string },
  size: { memories: number; own: number; traces: number; approvals: number },
): Promise<void> {
  const runtime = await createRuntime({
    environment: readEnvironment(),
    url,
    secrets,
    embedder: null,
    demo: false,
    worker: false,
  });
  try {
    const ctx = createAdminContext(runtime, "cli", "req_pages");
    const { tenant_id: tenantId } = await createTenant({ ctx, input: { slug: "pages", name: "Pages" } });
    await createUser({
      ctx,
      input: {
        tenant: tenantId,
        email: "p@pages.example",
        password: PASSWORD,
        external_id: "p",
        roles: ["user", "reviewer", "privacy_officer", "admin"],
        locale: "en",
      },
    });
    const words = inventWords(4_000);
    const others = Array.from({ length: 200 }, (_, n) => `user:person${n}`);
    const filling = { tenantId, vectors: ["[1,0]"], model: "none", words, kind: "semantic" } as const;
    await fillScopes(runtime.database, { ...filling, scopes: ["user:p"], memories: size.own });
    await fillScopes(runtime.database, { ...filling, scopes: others, memories: size.memories - size.own });
    await fillWork(runtime, tenantId, size);
    await runtime.database.maintain("analyze");
  } finally {
    await runtime.stop();
  }
}

/** One retrieval and one held rule by the engine itself, then as many of each as are asked for. */
async function fillWork(
  runtime: Runtime,
  tenantId: string,
  size: { traces: number; approvals: number },
): Promise<void> {
  const { engine, database } = runtime;
  const agent = {
    requestId: "req_pages",
    principal: {
      tenantId,
      actor: { kind: "agent", id: "agt_00000000000000000000000001", name: "Pages" },
      via: "cli",
      roles: [],
      scopes: ["user:*", "project:*"],
      purposes: null,
      sourceTypes: ["user_statement", "agent_inference"],
      writeMode: "full",
      self: null,
      keyId: null,
    },
  } as const;
  const { retrieval_id: retrievalId } = await engine.retrieve(agent, { query: "bodag", scopes: ["user:p"] });
  await multiplyRows(database, tenantId, { retrievalId }, size.traces - 1);
  const held = await engine.remember(agent, {
    scope: "project:atlas",
    subject: "project:atlas",
    predicate: "deploy",
    kind: "procedural",
    value: "Friday",
    statement: "Deploy on Friday.",
    source: { type: "agent_inference" },
  });
  const memoryId = held.memory?.memory_id;
  if (held.outcome !== "pending_approval" || !memoryId) throw new Error(`not held: ${held.reason_code}`);
  await multiplyRows(database, tenantId, { memoryId }, size.approvals - 1);
}

/** Signs in as a browser does. @returns the session's cookie */
async function enter(baseUrl: string): Promise<string> {
  const jar = new Map<string, string>();
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
  };
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const first = await fetch(`${baseUrl}/api/auth/csrf`);
  keep(first);
  const { csrfToken } = (await first.json()) as { csrfToken: string };
  const entered = await fetch(`${baseUrl}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookie(), "Content-Type": "application/x-www-form-urlencoded", Origin: baseUrl },
    body: new URLSearchParams({ csrfToken, email: "p@pages.example", password: PASSWORD, json: "true" }),
  });
  keep(entered);
  if (!cookie().includes("session-token")) throw new Error(`could not sign in: ${entered.status}`);
  return cookie();
}

async function measure(baseUrl: string, cookie: string, rounds: number): Promise<PageMeasured[]> {
  const measured = new Map<string, { status: number; times: number[]; html: string }>();
  // Round by round over all pages, so that a machine's mood touches all of them; the first round warms up.
  for (let round = -1; round < rounds; round += 1) {
    for (const path of PATHS) {
      const start = performance.now();
      const response = await fetch(`${baseUrl}${path}`, { headers: { Cookie: cookie }, redirect: "manual" });
      const html = await response.text();
      const took = performance.now() - start;
      const page = measured.get(path) ?? { status: response.status, times: [], html };
      if (round >= 0) page.times.push(took);
      measured.set(path, page);
    }
  }
  const pages: PageMeasured[] = [];
  for (const [path, { status, times, html }] of measured) {
    const sorted = times.toSorted((a, b) => a - b);
    pages.push({
      path,
      status,
      median: sorted[Math.floor(sorted.length / 2)] ?? 0,
      worst: sorted.at(-1) ?? 0,
      kilobytes: (await weighScripts(baseUrl, html)) / 1_000,
    });
  }
  return pages;
}
