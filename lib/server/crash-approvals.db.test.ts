import { expect, test } from "vitest";
import { APPROVAL_POINTS, crashApprovals } from "@/lib/testing/crash-approvals";
import { CRASHES_TAKE_MS, withCrashLocation } from "@/lib/testing/with-crash-location";

test(
  "an approval that dies at any point is decided or not, never between, and ends the same when it is sent again",
  async () => {
    const report = await withCrashLocation((location) => crashApprovals(location, 1));
    expect(report.problems).toEqual([]);
    expect(report.rounds).toBe(APPROVAL_POINTS.length);
  },
  CRASHES_TAKE_MS,
);
