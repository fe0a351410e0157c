import type { Embedder } from "@/lib/engine/ports";
import type { Environment } from "@/lib/platform/env";
import { type Clock, systemClock } from "@/lib/platform/clock";
import { API_PREFIX, dispatch } from "@/lib/server/dispatch";
import { createRuntime, type Runtime, setRuntime } from "@/lib/server/runtime";
import { openTestDatabase } from "@/lib/testing/open-test-database";

export const TEST_ADMIN_KEY = "test-admin-key-that-is-long-enough";

export interface Reply {
  status: number;
  headers: Headers;
  // Whatever JSON came back; a test says what it expects of it.
  // biome-ignore lint/suspicious/noExplicitAny: answers of all routes pass through here
  body: any;
  text: string;
}

export interface TestServer {
  runtime: Runtime;
  /** One request to /api/v1, through the very handlers that Next mounts. `body` is sent as JSON, `raw` as it is. */
  call(
    method: string,
    path: string,
    options?: { key?: string | null; body?: unknown; raw?: BodyInit; headers?: Record<string, string> },
  ): Promise<Reply>;
  admin(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** A tenant with one agent and its key. */
  createTenant(
    slug: string,
    agent?: Record<string, unknown>,
  ): Promise<{ tenantId: string; agentId: string; key: string }>;
  createKey(agentId: string, options?: Record<string, unknown>): Promise<{ keyId: string; key: string }>;
  close(): Promise<void>;
}

const ENVIRONMENT: Environment = {
  NODE_ENV: "test",
  PORT: 3000,
  HOST: undefined,
  KEEPSAKE_ADMIN_KEY: TEST_ADMIN_KEY,
  KEEPSAKE_WORKER: "off",
  KEEPSAKE_LOG_LEVEL: "silent",
  KEEPSAKE_EMBEDDER: "off",
  KEEPSAKE_BACKUP_KEEP_DAYS: 30,
  KEEPSAKE_REWRITE_EVERY_HOURS: 24,
};

/** The whole server in this process, without a socket: same runtime, same handlers, a database of its own. */
export async function openTestServer(
  options: {
    clock?: Clock;
    embedder?: Embedder;
    /** Every line of the log, at its most talkative. */
    log?: { write(line: string): void };
  } = {},
): Promise<TestServer> {
  const { database, close } = await openTestDatabase();
  const runtime = await createRuntime({
    environment: options.log ? { ...ENVIRONMENT, KEEPSAKE_LOG_LEVEL: "debug" } : ENVIRONMENT,
    ...(options.log && { log: options.log }),
    database,
    demo: false,
    worker: false,
    embedder: options.embedder ?? null,
    clock: options.clock ?? systemClock,
    secrets: { masterKey: "test-master-key", sessionSecret: "test-session-secret" },
  });
  setRuntime(runtime);

  const call: TestServer["call"] = async (method, path, { key, body, raw, headers = {} } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await dispatch(
      new Request(`http://localhost:3000${API_PREFIX}${path}`, {
        method,
        headers: {
          ...(key && { Authorization: `Bearer ${key}` }),
          ...(sent !== undefined && { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(sent !== undefined && { body: sent, duplex: "half" }),
      } as RequestInit),
    );
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === "" ? null : JSON.parse(text),
    };
  };
  const admin: TestServer["admin"] = (method, path, body, headers) =>
    call(method, `/admin${path}`, {
      key: TEST_ADMIN_KEY,
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    });

  const createKey: TestServer["createKey"] = async (agentId, keyOptions = {}) => {
    const made = expectStatus(await admin("POST", `/agents/${agentId}/keys`, keyOptions), 201);
    return { keyId: made.key_id, key: made.secret };
  };
  return {
    runtime,
    call,
    admin,
    createKey,
    createTenant: async (slug, agent = {}) => {
      const { tenant_id: tenantId } = expectStatus(
        await admin("POST", "/tenants", { slug, name: slug }),
        201,
      );
      const input = { tenant: slug, name: "agent", scopes: ["user:*", "project:*"], ...agent };
      const { agent_id: agentId } = expectStatus(await admin("POST", "/agents", input), 201);
      return { tenantId, agentId, key: (await createKey(agentId)).key };
    },
    close: async () => {
      await runtime.stop();
      await close();
    },
  };
}

function expectStatus(reply: Reply, status: number): Reply["body"] {
  if (reply.status !== status) throw new Error(`expected ${status}, got ${reply.status}: ${reply.text}`);
  return reply.body;
}
