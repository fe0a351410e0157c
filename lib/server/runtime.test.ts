import { expect, it } from "vitest";
import { readEnvironment } from "@/lib/platform/env";
import { decideDemo } from "@/lib/server/runtime";

it("offers the demo's public passwords to this machine alone, unless told to", () => {
  const environment = { ...readEnvironment(), KEEPSAKE_DEMO: undefined };
  expect(decideDemo({ ...environment, HOST: undefined }, true)).toBe(true);
  expect(decideDemo({ ...environment, HOST: "127.0.0.1" }, true)).toBe(true);
  expect(decideDemo({ ...environment, HOST: "0.0.0.0" }, true)).toBe(false);
  expect(decideDemo({ ...environment, HOST: "192.168.1.4" }, true)).toBe(false);
  expect(decideDemo({ ...environment, HOST: undefined }, false)).toBe(false);
  expect(decideDemo({ ...environment, HOST: "0.0.0.0", KEEPSAKE_DEMO: "1" }, true)).toBe(true);
  expect(decideDemo({ ...environment, HOST: undefined, KEEPSAKE_DEMO: "0" }, true)).toBe(false);
});
