import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { openTestDatabase } from "@/lib/testing/open-test-database";
import type { ChildLocation } from "@/lib/testing/start-crash-child";

/** Long enough for a slow machine: each death is a start of the whole server. */
export const CRASHES_TAKE_MS = 600_000;

/** A database of its own for servers that die: a folder, or one on the server, as the project of the test says. */
export async function withCrashLocation<T>(work: (location: ChildLocation) => Promise<T>): Promise<T> {
  if (inject("databaseTemplate").kind === "embedded") {
    const dataDir = await mkdtemp(join(tmpdir(), "keepsake-crash-"));
    try {
      return await work({ kind: "embedded", dataDir });
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  const opened = await openTestDatabase();
  try {
    return await work({ kind: "server", url: opened.urls?.owner ?? "" });
  } finally {
    await opened.close();
  }
}
