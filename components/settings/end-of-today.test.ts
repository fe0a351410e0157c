import { describe, expect, it } from "vitest";
import { endOfToday } from "@/components/settings/end-of-today";

describe("the end of today", () => {
  it.each([
    ["2026-12-01T03:00:00Z", "Asia/Shanghai", "2026-12-01T16:00:00.000Z"],
    // Late in the evening of a zone ahead, its day is another than UTC's.
    ["2026-12-01T17:30:00Z", "Asia/Shanghai", "2026-12-02T16:00:00.000Z"],
    ["2026-12-01T03:00:00Z", "UTC", "2026-12-02T00:00:00.000Z"],
    // The day has 25 hours there.
    ["2026-10-25T00:30:00Z", "Europe/Berlin", "2026-10-25T23:00:00.000Z"],
    ["2026-12-31T20:00:00Z", "America/New_York", "2027-01-01T05:00:00.000Z"],
  ])("of %s in %s is %s", (now, zone, end) => {
    expect(endOfToday(new Date(now), zone)).toBe(end);
  });
});
