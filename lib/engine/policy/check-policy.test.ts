import { expect, test } from "vitest";
import { checkPolicy } from "@/lib/engine/policy/check-policy";

test("rules of retention and of consent may name each of their lists, and what is wrong in them is named", () => {
  expect(
    checkPolicy({
      write: { consent: [{ topics: ["health"], sensitivities: ["medium"], bases: ["consent"] }] },
      lifecycle: {
        archive: { mostActive: 100, halfLifeDays: { episodic: 7 } },
        retention: [
          { of: "past", days: 30 },
          { of: "live", days: 365, kinds: ["episodic"], sensitivities: ["low", "medium"] },
        ],
      },
    }),
  ).toEqual([]);
  const wrong = checkPolicy({
    write: { consent: [{ sensitivities: ["extreme"], bases: ["consent"] }] },
    lifecycle: {
      archive: { mostActive: 1, keepsImportance: null },
      retention: [{ of: "dead", days: 0, kinds: ["x"] }, { days: 3, soon: true }, 5],
    },
  });
  expect(wrong.map(({ path }) => path).sort()).toEqual([
    "lifecycle.archive.keepsImportance",
    "lifecycle.archive.mostActive",
    "lifecycle.retention[0].days",
    "lifecycle.retention[0].kinds[0]",
    "lifecycle.retention[0].of",
    "lifecycle.retention[1].of",
    "lifecycle.retention[1].soon",
    "lifecycle.retention[2]",
    "write.consent[0].sensitivities[0]",
  ]);
});
