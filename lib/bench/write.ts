import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countStatements } from "@/lib/bench/count-statements";
import { measureWrites, type WriteMeasured } from "@/lib/bench/measure-write";
import { openBench } from "@/lib/bench/open-bench";
import { type DatabaseLocation, openDatabase } from "@/lib/store/client";
import { startCluster } from "@/lib/testing/cluster.mjs";
import { databaseUrl, runAsOwner } from "@/lib/testing/server-databases";
import { openOneCallEmbedded, openOneCallOnServer } from "@/lib/testing/write-in-one-call";

export interface WriteOptions {
  seconds: number;
  rounds: number;
  clients: readonly number[];
  on: "server" | "embedded" | "both";
  onResult(describe: string, measured: WriteMeasured[]): void;
}

/** Both databases, as they are in use: a server that waits for its disk, and an embedded one in a folder. */
export async function benchWrite(options: WriteOptions): Promise<void> {
  if (options.on !== "embedded") {
    const cluster = await startCluster({ durable: true });
    try {
      const name = "keepsake_bench";
      await runAsOwner(cluster.ownerUrl, `CREATE DATABASE ${name}`);
      const url = databaseUrl(cluster.ownerUrl, name);
      const appUrl = databaseUrl(cluster.appUrl ?? cluster.ownerUrl, name);
      await run(options, { kind: "server", url, appUrl, connections: 32 }, options.clients, (tenantId) =>
        openOneCallOnServer(url, appUrl, tenantId, 32),
      );
    } finally {
      cluster.stop();
    }
  }
  if (options.on !== "server") {
    const folder = await mkdtemp(join(tmpdir(), "keepsake-bench-"));
    try {
      await run(options, { kind: "embedded", dataDir: join(folder, "database") }, [1]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function run(
  options: WriteOptions,
  location: DatabaseLocation,
  clients: readonly number[],
  openOneCall?: (tenantId: string) => ReturnType<typeof openOneCallOnServer>,
): Promise<void> {
  const database = await openDatabase(location);
  try {
    const counted = countStatements(database);
    const bench = await openBench({ database: counted.database });
    const tenantId = bench.call.principal.tenantId;
    const oneCall = await (openOneCall?.(tenantId) ?? openOneCallEmbedded(database, tenantId));
    try {
      const measured = await measureWrites(
        {
          engine: bench.engine,
          call: bench.call,
          counted,
          oneCall,
          analyse: () => database.maintain("analyze"),
        },
        { ...options, clients, batches: true },
      );
      options.onResult(bench.describe, measured);
    } finally {
      await oneCall.close();
      await bench.close();
    }
  } finally {
    await database.close();
  }
}
