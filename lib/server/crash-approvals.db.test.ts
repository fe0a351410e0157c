import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { APPROVAL_POINTS, crashApprovals } from "@/lib/testing/crash-approvals";
import { openTestDatabase } from "@/lib/testing/open-test-database";

// Long enough for a slow machine: each death is a start of the whole server.
const LONG = 600_000;

test(
  "an approval that dies at any point is decided or not, never between, and ends the same when it is sent again",
  async () => {
    const embedded = inject("databaseTemplate").kind === "embedded";
    const folder = embedded ? await mkdtemp(join(tmpdir(), "keepsake-crash-")) : null;
    const opened = embedded ? null : await openTestDatabase();
    try {
      const report = await crashApprovals(
        folder === null
          ? { kind: "server", url: opened?.urls?.owner ?? "" }
          : { kind: "embedded", dataDir: folder },
        1,
      );
      expect(report.problems).toEqual([]);
      expect(report.rounds).toBe(APPROVAL_POINTS.length);
    } finally {
      await opened?.close();
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    }
  },
  LONG,
);
