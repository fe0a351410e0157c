import { expect, test } from "vitest";
import { toShown } from "@/components/review/to-shown";
import type { Memory } from "@/lib/contracts/memories";

const memory = (scope: string, subject: string) =>
  ({ scope, subject, statement: "Parks on level 3." }) as unknown as Memory;

test("what is about another person is covered, unless the viewer has to read it", () => {
  const viewer = { self: "user:op1", reads: false };
  expect(toShown(memory("user:ada", "user:ada"), viewer)).toEqual({
    text: "••••• •• ••••• •.",
    masked: true,
    disclosed: false,
  });
  expect(toShown(memory("project:a", "user:ada"), viewer)?.masked).toBe(true);
  expect(toShown(memory("user:ada", "user:ada"), { ...viewer, reads: true })).toEqual({
    text: "Parks on level 3.",
    masked: false,
    disclosed: true,
  });
  expect(toShown(memory("user:op1", "user:op1"), viewer)).toMatchObject({ masked: false, disclosed: false });
  expect(toShown(memory("project:a", "project:a"), viewer)?.text).toBe("Parks on level 3.");
  expect(toShown(null, viewer)).toBeNull();
});
