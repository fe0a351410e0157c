import type { PolicyBody } from "@/lib/contracts/policies";

export type PolicyField = { path: string } & (
  | { kind: "number"; least: number; most: number; step: number }
  /** Empty means without an end, or without a cap. */
  | { kind: "numberOrNone"; least: number; most: number; step: number }
  | { kind: "choice"; choices: readonly string[] }
  | { kind: "switch" }
);

const share = (path: string): PolicyField => ({ path, kind: "number", least: 0, most: 1, step: 0.01 });
const whole = (path: string, least: number, most: number): PolicyField => ({
  path,
  kind: "number",
  least,
  most,
  step: 1,
});

/** The values that organisations change most, by what they govern. Everything else is in the JSON. */
export const POLICY_FIELDS: readonly { group: string; fields: readonly PolicyField[] }[] = [
  {
    group: "keeping",
    fields: [
      share("write.utility.threshold"),
      { path: "write.timeToLiveDays.temporary", kind: "numberOrNone", least: 0, most: 36_500, step: 1 },
      { path: "write.timeToLiveDays.project_state", kind: "numberOrNone", least: 0, most: 36_500, step: 1 },
      { path: "lifecycle.archive.mostActive", kind: "numberOrNone", least: 10, most: 10_000_000, step: 10 },
      { path: "write.highSensitivity", kind: "choice", choices: ["encrypt", "deny"] },
      { path: "write.encryption", kind: "choice", choices: ["high", "everything"] },
    ],
  },
  {
    group: "people",
    fields: [
      whole("write.approvals.expiresAfterDays", 1, 365),
      whole("write.contradictionsForConflict", 1, 20),
      share("write.possibleDuplicateOverlap"),
    ],
  },
  {
    group: "recall",
    fields: [
      { path: "retrieval.defaultRisk", kind: "choice", choices: ["low", "medium", "high"] },
      whole("retrieval.defaultK", 1, 200),
      whole("retrieval.defaultTokenBudget", 64, 200_000),
      share("retrieval.trustFloor.low"),
      share("retrieval.trustFloor.medium"),
      share("retrieval.trustFloor.high"),
      { path: "retrieval.sensitivityCeiling", kind: "choice", choices: ["low", "medium"] },
      { path: "retrieval.highSensitivity", kind: "choice", choices: ["named", "never"] },
    ],
  },
  {
    group: "channels",
    fields: [
      { path: "retrieval.channels.structured", kind: "switch" },
      { path: "retrieval.channels.full_text", kind: "switch" },
      { path: "retrieval.channels.vector", kind: "switch" },
      { path: "retrieval.channels.relation", kind: "switch" },
    ],
  },
  {
    group: "model",
    fields: [
      { path: "write.extraction.model", kind: "choice", choices: ["on", "off"] },
      {
        path: "write.extraction.tokensPerDay",
        kind: "numberOrNone",
        least: 0,
        most: 1_000_000_000,
        step: 1_000,
      },
    ],
  },
];

/** The key of a path in the messages, where a point would mean a level. */
export const toMessageKey = (path: string): string => path.replaceAll(".", "_");

type Plain = Record<string, unknown>;
const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function readPath(tree: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((at, key) => (isPlain(at) ? at[key] : undefined), tree);
}

/**
 * The body with this value in its place. A value that the defaults have anyway is taken out: a version holds what
 * differs, and follows the defaults in everything else.
 */
export function writePath(body: PolicyBody, path: string, value: unknown, byDefault: unknown): PolicyBody {
  const write = (tree: Plain, [key = "", ...rest]: string[]): Plain => {
    const { [key]: old, ...others } = tree;
    if (rest.length === 0) return value === byDefault ? others : { ...tree, [key]: value };
    const inner = write(isPlain(old) ? old : {}, rest);
    return Object.keys(inner).length === 0 ? others : { ...tree, [key]: inner };
  };
  return write(body, path.split(".")) as PolicyBody;
}
