import { expect, test } from "vitest";
import { EngineError, notFound } from "@/lib/engine/errors";

test("an engine error is recognised across copies of its class, and nothing else is taken for one", () => {
  class EngineErrorOfAnotherBundle extends Error {
    override readonly name = "EngineError";
    readonly code = "not_found";
  }
  expect(notFound("memory") instanceof EngineError).toBe(true);
  expect(new EngineErrorOfAnotherBundle("No such memory.") instanceof EngineError).toBe(true);
  expect(new Error("EngineError") instanceof EngineError).toBe(false);
  expect({ name: "EngineError", code: "not_found" } instanceof EngineError).toBe(false);
});
