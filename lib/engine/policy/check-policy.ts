import { SOURCE_TYPES } from "@/lib/contracts/choices";
import type { FieldProblem } from "@/lib/engine/errors";
import { tenantGateRule } from "@/lib/contracts/gates";
import { KINDS, SENSITIVITIES } from "@/lib/contracts/common";
import { composePolicy } from "@/lib/engine/policy/compose-policy";
import { POLICY_PARTS, type Policy } from "@/lib/engine/policy/policy";

type Plain = Record<string, unknown>;
const isPlain = (value: unknown): value is Plain =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Bounds of numbers by the end of their path; anything else is from 0 to a million. */
const BOUNDS: readonly [path: RegExp, least: number, most: number][] = [
  [/\.authority$|hedgedStatementAuthority$/, 1, 100],
  [/\.importance\.\w+$|\.least$/, 1, 10],
  [
    /[tT]rust\b|trustFloor|chanceOfUse|Factor$|benefitFloor|threshold$|Cost\b|weights\.|Weight$|[fF]loor$|Overlap$/,
    0,
    1,
  ],
  [/storagePerThousand$/, 0, 1],
  [/tokensPerDay$/, 0, 1_000_000_000],
  [/timeToLiveDays/, 0, 36_500],
  [/decayPerDay/, 0, 10],
  [/^lifecycle\.archive\.mostActive$/, 10, 10_000_000],
  [/^lifecycle\.archive\.halfLifeDays\./, 1, 36_500],
  [/^lifecycle\.archive\.keepsImportance$/, 1, 11],
  [/^lifecycle\.retention\[\d+\]\.days$/, 1, 36_500],
  [/defaultK$|sourceCap$/, 1, 200],
  [/defaultTokenBudget$/, 64, 200_000],
  [/channelDepth$|\.depth$/, 1, 1_000],
  [/bm25\.b$/, 0, 1],
];

/** What a word may be, where it is one of a few. */
const CHOICES: readonly [path: RegExp, choices: readonly string[]][] = [
  [/^write\.highSensitivity$/, ["deny", "encrypt"]],
  [/^write\.encryption$/, ["high", "everything"]],
  [/^write\.relayedReferences$/, ["named", "found"]],
  [/^retrieval\.highSensitivity$/, ["named", "never"]],
  [/personalData\.candidates\./, ["allow", "redact", "encrypt", "refuse"]],
  [/personalData\.events\./, ["allow", "redact"]],
  [/sensitivityCeiling$/, ["low", "medium"]],
  [/sensitivities\[/, SENSITIVITIES],
  [/defaultRisk$/, ["low", "medium", "high"]],
  [
    /defaultIntent$/,
    ["recover_preference", "recover_decision", "recall_episode", "retrieve_procedure", "resolve_conflict"],
  ],
  [/favours\[/, KINDS],
  [/^lifecycle\.retention\[\d+\]\.kinds\[/, KINDS],
  [/^lifecycle\.retention\[\d+\]\.of$/, ["live", "past"]],
  [/[sS]ourceTypes\[/, SOURCE_TYPES],
];

/** Names that are free: a tenant's own topics. */
const FREE_NAMES = /^write\.topics$/;

/**
 * What is wrong with a policy before it is published, by path; empty when it may be. The defaults say which names there
 * are and of which kind each is, so that a key added to them is checked at once.
 */
export function checkPolicy(body: Partial<Record<(typeof POLICY_PARTS)[number], unknown>>): FieldProblem[] {
  const base = composePolicy(null);
  const problems: FieldProblem[] = [];
  for (const part of POLICY_PARTS) {
    if (body[part] !== undefined) checkValue(base[part], body[part], part, problems);
  }
  if (problems.length === 0) problems.push(...checkWhole(composePolicy({ version: 1, body })));
  return problems;
}

function checkValue(base: unknown, given: unknown, path: string, problems: FieldProblem[]): void {
  const wrong = (message: string) => problems.push({ path, message });
  if (path === "write.gateRules") return void checkGateRules(given, path, problems);
  if (Array.isArray(base)) {
    if (!Array.isArray(given)) return void wrong("a list is needed");
    if (given.length > 500) return void wrong("at most 500 entries");
    for (const [at, item] of given.entries()) checkItem(base, item, `${path}[${at}]`, problems);
    return;
  }
  if (isPlain(base)) {
    if (!isPlain(given)) return void wrong("an object is needed");
    for (const [key, value] of Object.entries(given)) {
      const known = key in base;
      if (!known && !FREE_NAMES.test(path))
        problems.push({ path: `${path}.${key}`, message: "unknown name" });
      else checkValue(known ? base[key] : [""], value, `${path}.${key}`, problems);
    }
    return;
  }
  if (given === null && (base === null || /timeToLiveDays|episodes$/.test(path))) return;
  if (typeof base === "number" || base === null) {
    const [, least, most] = BOUNDS.find(([pattern]) => pattern.test(path)) ?? [null, 0, 1_000_000];
    if (typeof given !== "number" || !Number.isFinite(given) || given < least || given > most)
      wrong(`a number from ${least} to ${most} is needed`);
    return;
  }
  if (typeof base === "boolean") {
    if (typeof given !== "boolean") wrong("true or false is needed");
    return;
  }
  const choices = CHOICES.find(([pattern]) => pattern.test(path))?.[1];
  if (typeof given !== "string" || given.length > 2_000) wrong("a text is needed");
  else if (choices && !choices.includes(given)) wrong(`one of ${choices.join(", ")} is needed`);
}

/** An item of a list is like those that the default has; an empty default says nothing, so those lists are told here. */
function checkItem(base: readonly unknown[], item: unknown, path: string, problems: FieldProblem[]): void {
  const example = EXAMPLES.find(({ of }) => of.test(path));
  const examples = example ? [example.shape] : base;
  const first = examples[0];
  if (!isPlain(first)) return void checkValue(first ?? "", item, path, problems);
  const shape = examples.filter(isPlain).reduce<Plain>(union, {});
  if (!isPlain(item)) return void problems.push({ path, message: "an object is needed" });
  const always = Object.keys(first).filter((key) => examples.every((one) => isPlain(one) && key in one));
  const needed = example?.needed ?? always;
  for (const key of needed)
    if (!(key in item)) problems.push({ path: `${path}.${key}`, message: "is missing" });
  checkValue(shape, item, path, problems);
}

/** One example with everything that any of them has. */
function union(one: Plain, other: Plain): Plain {
  const merged: Plain = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const had = merged[key];
    merged[key] =
      isPlain(had) && isPlain(value) ? union(had, value) : had === undefined || had === null ? value : had;
  }
  return merged;
}

const EXAMPLES = [
  {
    of: /^write\.consent\[\d+\]$/,
    shape: { topics: [""], sensitivities: [""], purposes: [""], sourceTypes: [""], bases: [""] },
    needed: ["bases"],
  },
  {
    of: /^lifecycle\.retention\[\d+\]$/,
    shape: { kinds: [""], sensitivities: [""], of: "", days: 0 },
    needed: ["of", "days"],
  },
];

function checkGateRules(given: unknown, path: string, problems: FieldProblem[]): void {
  if (!Array.isArray(given)) return void problems.push({ path, message: "a list is needed" });
  for (const [at, rule] of given.entries()) {
    const parsed = tenantGateRule.safeParse(rule);
    for (const issue of parsed.error?.issues ?? []) {
      problems.push({ path: [`${path}[${at}]`, ...issue.path].join("."), message: issue.message });
    }
  }
}

/** What no tenant may decide: that a page outranks a person, or an agent's guess a confirmation. */
function checkWhole(policy: Policy): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const { sources, hedgedStatementAuthority } = policy.write;
  const rank = (name: keyof typeof sources) => sources[name].authority;
  for (const name of SOURCE_TYPES) {
    const path = `write.sources.${name}.authority`;
    if (name !== "external_content" && rank(name) <= rank("external_content"))
      problems.push({ path, message: "must be above that of external_content" });
    if (
      !["user_confirmation", "approval"].includes(name) &&
      rank(name) >= Math.min(rank("user_confirmation"), rank("approval"))
    )
      problems.push({ path, message: "must be below a person's confirmation" });
  }
  if (rank("agent_inference") >= rank("user_statement"))
    problems.push({
      path: "write.sources.agent_inference.authority",
      message: "must be below that of user_statement",
    });
  if (hedgedStatementAuthority >= rank("user_statement"))
    problems.push({
      path: "write.hedgedStatementAuthority",
      message: "must be below that of user_statement",
    });
  const { trustFloor, intents } = policy.retrieval;
  if (sources.external_content.trust >= trustFloor.medium)
    problems.push({
      path: "write.sources.external_content.trust",
      message: "must be below the trust floor of medium risk",
    });
  if (trustFloor.low > trustFloor.medium || trustFloor.medium > trustFloor.high)
    problems.push({ path: "retrieval.trustFloor", message: "must not fall as the risk rises" });
  for (const [name, { weights }] of Object.entries(intents)) {
    const sum = weights.R + weights.I + weights.T + weights.P;
    if (Math.abs(sum - 1) > 1e-6)
      problems.push({ path: `retrieval.intents.${name}.weights`, message: "must add up to 1" });
  }
  return problems;
}

/** Where two policies differ, leaf by leaf. */
export function comparePolicies(
  before: unknown,
  after: unknown,
  path = "",
): { path: string; before: unknown; after: unknown }[] {
  if (isPlain(before) && isPlain(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) =>
      comparePolicies(before[key], after[key], path === "" ? key : `${path}.${key}`),
    );
  }
  return JSON.stringify(before) === JSON.stringify(after)
    ? []
    : [{ path, before: before ?? null, after: after ?? null }];
}
