import { expect, test } from "vitest";
import { ERASE_POINTS } from "@/lib/engine/ports";
import { crashDeletions } from "@/lib/testing/crash-deletions";
import { CRASHES_TAKE_MS, withCrashLocation } from "@/lib/testing/with-crash-location";

test(
  "a deletion that dies at any point has not happened or completes, with one receipt, whoever began it",
  async () => {
    const report = await withCrashLocation((location) => crashDeletions(location, 1));
    expect(report.problems).toEqual([]);
    expect(report.rounds).toBe(ERASE_POINTS.length * 2 - 1);
  },
  CRASHES_TAKE_MS,
);
