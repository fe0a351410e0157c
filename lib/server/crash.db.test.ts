import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { EVERY_POINT, runCrashRounds } from "@/lib/testing/crash-rounds";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";
import type { ChildLocation } from "@/lib/testing/start-crash-child";

const folders: string[] = [];
const opened: TestDatabase[] = [];

/** A place of its own for each test: on the disk, so that something can be left of it. */
async function openPlace(): Promise<ChildLocation> {
  if (inject("databaseTemplate").kind === "embedded") {
    const folder = await mkdtemp(join(tmpdir(), "keepsake-crash-"));
    folders.push(folder);
    return { kind: "embedded", dataDir: folder };
  }
  const one = await openTestDatabase();
  opened.push(one);
  return { kind: "server", url: one.urls?.owner ?? "" };
}

let places: ChildLocation[];
beforeAll(async () => {
  places = [await openPlace(), await openPlace()];
});
afterAll(async () => {
  for (const one of opened) await one.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const place = (n: number) => places[n] as ChildLocation;

// Long enough for a slow machine: each death is a start of the whole server.
const LONG = 600_000;

test(
  "a server that dies at any point of a write converges: nothing acknowledged is lost, nothing is done twice",
  async () => {
    const report = await runCrashRounds(place(0), { points: EVERY_POINT, perPoint: 3 });
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({ rounds: 3 * EVERY_POINT.length, sentAgain: 3 * EVERY_POINT.length });
  },
  LONG,
);

test(
  "killed at any moment under four writers it has lost nothing that it acknowledged",
  async () => {
    const report = await runCrashRounds(place(1), { writers: 4, rounds: 5 });
    expect(report.problems).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(0);
  },
  LONG,
);
