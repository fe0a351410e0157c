import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCluster } from "@/lib/testing/cluster.mjs";
import { crashApprovals } from "@/lib/testing/crash-approvals";
import { crashDeletions } from "@/lib/testing/crash-deletions";
import { type CrashReport, EVERY_POINT, runCrashRounds } from "@/lib/testing/crash-rounds";
import { databaseUrl, runAsOwner } from "@/lib/testing/server-databases";
import type { ChildLocation } from "@/lib/testing/start-crash-child";

export interface CrashOptions {
  /** Deaths at any moment under four writers. */
  rounds: number;
  /** Deaths at each named point of a write. */
  perPoint: number;
  on: "server" | "embedded" | "both";
  onResult(what: string, report: CrashReport): void;
}

/** The long form of the crash tests: the same rounds, more of them. */
export async function benchCrash(options: CrashOptions): Promise<void> {
  const run = async (name: string, open: (n: number) => Promise<ChildLocation>) => {
    if (options.perPoint > 0) {
      const plan = { points: EVERY_POINT, perPoint: options.perPoint };
      options.onResult(`${name}, at each point`, await runCrashRounds(await open(1), plan));
      const decided = await crashApprovals(await open(3), options.perPoint);
      options.onResult(`${name}, at each point of an approval`, decided);
      const erased = await crashDeletions(await open(4), options.perPoint);
      options.onResult(`${name}, at each point of a deletion`, erased);
    }
    if (options.rounds > 0) {
      const plan = { writers: 4, rounds: options.rounds };
      options.onResult(`${name}, at any moment`, await runCrashRounds(await open(2), plan));
    }
  };
  if (options.on !== "embedded") {
    const cluster = await startCluster({ durable: true });
    try {
      await run("server", async (n) => {
        await runAsOwner(cluster.ownerUrl, `CREATE DATABASE keepsake_crash_${n}`);
        return { kind: "server", url: databaseUrl(cluster.ownerUrl, `keepsake_crash_${n}`) };
      });
    } finally {
      cluster.stop();
    }
  }
  if (options.on !== "server") {
    const folder = await mkdtemp(join(tmpdir(), "keepsake-crash-"));
    try {
      await run("embedded", async (n) => ({ kind: "embedded", dataDir: join(folder, String(n)) }));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
