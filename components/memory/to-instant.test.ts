import { describe, expect, it } from "vitest";
import { toInstant, toLocalField } from "@/components/memory/to-instant";

describe("toInstant", () => {
  it.each([
    ["2026-11-29T14:00", "Asia/Shanghai", "2026-11-29T06:00:00.000Z"],
    ["2026-11-29T14:00", "UTC", "2026-11-29T14:00:00.000Z"],
    ["2026-07-01T00:30", "America/New_York", "2026-07-01T04:30:00.000Z"],
    ["2026-01-01T00:00", "Pacific/Auckland", "2025-12-31T11:00:00.000Z"],
    // Repeated hour: the first of the two. Skipped hour: after the jump.
    ["2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
    ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
  ])("%s in %s is %s", (local, zone, instant) => {
    expect(toInstant(local, zone)).toBe(instant);
  });

  it("comes back to the same field value", () => {
    for (const zone of ["Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe"]) {
      expect(toLocalField(new Date(toInstant("2026-05-17T09:45", zone)), zone)).toBe("2026-05-17T09:45");
    }
  });
});
