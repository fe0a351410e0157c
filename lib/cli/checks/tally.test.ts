import { describe, expect, test } from "vitest";
import { tallyJourneys } from "./run-journeys.mjs";
import { tallyVitest } from "./run-vitest.mjs";

const file = (status: string, ...statuses: string[]) => ({
  name: "/x/a.test.ts",
  status,
  assertionResults: statuses.map((each, index) => ({ status: each, fullName: `test ${index}` })),
});
const vitest = (code: number, files: object[], filesWanted = 1) =>
  tallyVitest({ project: "unit", code, report: { testResults: files }, filesWanted });

describe("counting vitest's tests", () => {
  test("passed are passed", () => {
    expect(vitest(0, [file("passed", "passed", "passed")])).toMatchObject({ passed: 2, failed: 0 });
  });

  test("failed, skipped and planned ones are failures", () => {
    const tally = vitest(1, [file("failed", "passed", "failed", "skipped", "todo")]);
    expect(tally).toMatchObject({ passed: 1, failed: 3 });
    expect(tally.failures.join()).toContain("test 2 (skipped)");
  });

  test("a file that does not load, a broken set-up and a run without tests are failures", () => {
    expect(vitest(1, [file("failed")])).toMatchObject({ failed: 1 });
    expect(vitest(1, [file("failed", "passed")])).toMatchObject({ passed: 1, failed: 1 });
    expect(vitest(1, [file("passed", "passed")])).toMatchObject({ passed: 1, failed: 1 });
    expect(vitest(0, [])).toMatchObject({ passed: 0, failed: 1 });
    expect(tallyVitest({ project: "unit", code: 1, report: null, filesWanted: 0 })).toMatchObject({
      failed: 1,
    });
  });

  test("no files, nothing to fail", () => {
    expect(vitest(0, [], 0)).toMatchObject({ passed: 0, failed: 0 });
  });
});

describe("counting journeys", () => {
  const journeys = (code: number, ...statuses: string[]) =>
    tallyJourneys({
      code,
      filesWanted: 1,
      report: {
        suites: [
          {
            suites: [
              {
                specs: statuses.map((status) => ({
                  file: "a.spec.ts",
                  title: status,
                  tests: [{ projectName: "embedded", status }],
                })),
              },
            ],
          },
        ],
      },
    });

  test("only what passed at its first try counts as passed", () => {
    expect(journeys(1, "expected", "unexpected", "flaky", "skipped")).toMatchObject({ passed: 1, failed: 3 });
    expect(journeys(0, "expected")).toMatchObject({ passed: 1, failed: 0 });
  });

  test("a run without journeys, or one that broke down, is a failure", () => {
    expect(journeys(0)).toMatchObject({ failed: 1 });
    expect(journeys(1, "expected")).toMatchObject({ failed: 1 });
    expect(tallyJourneys({ code: 1, report: null, filesWanted: 2 })).toMatchObject({ failed: 1 });
  });
});
