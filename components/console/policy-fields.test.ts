import { expect, test } from "vitest";
import { POLICY_FIELDS, readPath, writePath } from "@/components/console/policy-fields";
import { checkPolicy } from "@/lib/engine/policy/check-policy";
import { DEFAULT_LIFECYCLE_POLICY } from "@/lib/engine/policy/lifecycle-policy";
import { DEFAULT_RETRIEVAL_POLICY } from "@/lib/engine/policy/retrieval-policy";
import { DEFAULT_WRITE_POLICY } from "@/lib/engine/policy/write-policy";

const DEFAULTS = {
  write: DEFAULT_WRITE_POLICY,
  retrieval: DEFAULT_RETRIEVAL_POLICY,
  lifecycle: DEFAULT_LIFECYCLE_POLICY,
};
const FIELDS = POLICY_FIELDS.flatMap(({ fields }) => fields);

test("every field of the form is a value of the policy, and every choice it offers may be in force", () => {
  for (const field of FIELDS) {
    const standing = readPath(DEFAULTS, field.path);
    expect(standing, field.path).not.toBeUndefined();
    const offered =
      field.kind === "choice" ? field.choices : field.kind === "switch" ? [true, false] : [standing];
    for (const value of offered)
      expect(checkPolicy(writePath({}, field.path, value, undefined)), `${field.path} ${value}`).toEqual([]);
  }
});

test("a value is put in its place and leaves nothing behind when it is the default again", () => {
  const changed = writePath({}, "retrieval.trustFloor.low", 0.4, 0.3);
  expect(changed).toEqual({ retrieval: { trustFloor: { low: 0.4 } } });
  const both = writePath(changed, "write.highSensitivity", "deny", "encrypt");
  expect(both).toEqual({ ...changed, write: { highSensitivity: "deny" } });
  expect(writePath(both, "retrieval.trustFloor.low", 0.3, 0.3)).toEqual({
    write: { highSensitivity: "deny" },
  });
});
