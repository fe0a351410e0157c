import { API_PREFIX, dispatch } from "@/lib/server/dispatch";
import { createRuntime, setRuntime } from "@/lib/server/runtime";
import { verifyAudit } from "@/lib/store/audit-chain";
import { listDueIndexWork } from "@/lib/store/search/index-outbox";
import { jobCall } from "@/lib/engine/model/job-call";
import { scanTenant } from "@/lib/testing/plant-canary";
import type { ChildOrder, ChildReply, ChildRequest } from "@/lib/testing/start-crash-child";

// A whole server in a process of its own, without a socket: requests come and answers go over the channel to the parent.
// It lets itself be killed where it was told to, the way a machine dies: no handler runs, nothing is flushed.

const order = JSON.parse(process.argv[2] ?? "null") as ChildOrder;
let dieAt: string | null = null;

const runtime = await createRuntime({
  environment: {
    NODE_ENV: "test",
    PORT: 3000,
    HOST: undefined,
    KEEPSAKE_ADMIN_KEY: order.adminKey,
    KEEPSAKE_WORKER: "off",
    KEEPSAKE_LOG_LEVEL: "silent",
    KEEPSAKE_EMBEDDER: "off",
    KEEPSAKE_BACKUP_KEEP_DAYS: 30,
    KEEPSAKE_REWRITE_EVERY_HOURS: 24,
  },
  ...(order.location.kind === "embedded" ? { dataDir: order.location.dataDir } : { url: order.location.url }),
  secrets: { masterKey: "crash-master-key", sessionSecret: "crash-session-secret" },
  clock: { now: () => new Date(Date.now() + order.ahead) },
  demo: false,
  worker: false,
  embedder: null,
  reached: (point) => {
    if (point === dieAt) process.kill(process.pid, "SIGKILL");
  },
});
setRuntime(runtime);

async function answer({ method, path, key, body, headers }: ChildRequest): Promise<Omit<ChildReply, "id">> {
  const { database, engine, clock } = runtime;
  switch (method) {
    case "DIE":
      dieAt = path;
      return { status: 200, body: null };
    case "DUE":
      return { status: 200, body: await engine.runDueWork(path) };
    case "LOOK": {
      const later = new Date(clock.now().getTime() + 86_400_000);
      const { items } = await engine.listDeletions(jobCall(path, "look", "req_look"), { limit: 200 });
      return database.withTenant(path, async (tx) => ({
        status: 200,
        body: {
          deletions: items,
          audit: await verifyAudit(tx, path),
          owed: (await listDueIndexWork(tx, path, later, 1_000)).length,
        },
      }));
    }
    case "SCAN":
      return { status: 200, body: await scanTenant(database, path, body as string[]) };
    default: {
      const response = await dispatch(
        new Request(`http://localhost:3000${API_PREFIX}${path}`, {
          method,
          headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      return { status: response.status, body: await response.json() };
    }
  }
}

process.on("message", (request: ChildRequest) => {
  answer(request).then((reply) => process.send?.({ id: request.id, ...reply }));
});
process.on("disconnect", () => process.exit(0));
process.send?.({ id: 0, status: 200, body: "ready" });
