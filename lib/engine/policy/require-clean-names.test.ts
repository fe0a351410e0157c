import { expect, test } from "vitest";
import { requireCleanNames } from "@/lib/engine/policy/require-clean-names";

test.each([
  "user:308834252",
  "user:2736446881",
  "project:ac5d9168",
  "run:712b5e698170824219834d40d64cf3c5",
  "run:te87d2609",
  "project:t4171023a",
])("%s is an id of another system, and no number of somebody's", (scope) => {
  expect(() => requireCleanNames({ scope })).not.toThrow();
});

test.each([
  "user:536-22-8741",
  "user:4111 1111 1111 1111",
  "user:4111111111111111",
  "user:11010519491231002X",
  "user:11010519491231002x",
])("%s is somebody's number, and no name for anything", (scope) => {
  expect(() => requireCleanNames({ scope })).toThrow("A name holds");
});
