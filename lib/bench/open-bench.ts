import { keepVectors } from "@/lib/bench/keep-vectors";
import type { Engine } from "@/lib/engine/engine";
import type { CallContext } from "@/lib/engine/model/context";
import type { Embedder } from "@/lib/engine/ports";
import { createOfflineEmbedder } from "@/lib/inference/offline-embedder";
import { readEnvironment } from "@/lib/platform/env";
import { createId } from "@/lib/platform/ids";
import { createAdminContext } from "@/lib/server/admin-context";
import { createRuntime } from "@/lib/server/runtime";
import { createTenant } from "@/lib/services/tenant/create-tenant";
import type { Database } from "@/lib/store/client";

export interface Bench {
  engine: Engine;
  call: CallContext;
  database: Database;
  embedder: Embedder | null;
  /** What is measured: database and embedder. */
  describe: string;
  close(): Promise<void>;
}

/**
 * The very parts that a server is made of, on a database of their own, with a tenant and an agent. A database that is
 * handed in is measured without vectors, unless with an embedder of its own, and stays open.
 * @param on.vectors a file that keeps the offline embedder's vectors for the next run
 */
export async function openBench(on: {
  url?: string;
  database?: Database;
  vectors?: string;
  embedder?: Embedder;
}): Promise<Bench> {
  const kept = on.vectors === undefined ? null : await keepVectors(createOfflineEmbedder(), on.vectors);
  const runtime = await createRuntime({
    environment: readEnvironment(),
    ...(on.database
      ? { database: on.database, embedder: on.embedder ?? null }
      : on.url
        ? { url: on.url }
        : { dataDir: null }),
    ...(kept && { embedder: kept }),
    secrets: { masterKey: createId("run", new Date()), sessionSecret: "unused" },
    demo: false,
    worker: false,
  });
  const now = runtime.clock.now();
  const ctx = createAdminContext(runtime, "cli", createId("req", now));
  const slug = `bench-${now.getTime().toString(36)}`;
  const { tenant_id: tenantId } = await createTenant({ ctx, input: { slug, name: "Bench" } });
  const { version } = await runtime.database.status();
  return {
    engine: runtime.engine,
    database: runtime.database,
    embedder: runtime.embedder,
    call: {
      requestId: createId("req", now),
      principal: {
        tenantId,
        actor: { kind: "agent", id: createId("agt", now), name: "Bench" },
        via: "cli",
        roles: [],
        scopes: ["project:*"],
        purposes: null,
        sourceTypes: ["import", "user_statement"],
        writeMode: "full",
        self: null,
        keyId: null,
      },
    },
    describe: `${runtime.database.kind} database ${version}, embedder ${runtime.embedder?.model ?? "off"}`,
    close: async () => {
      await kept?.save();
      await runtime.stop();
    },
  };
}
