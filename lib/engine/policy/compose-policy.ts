import type { Calibration } from "@/lib/engine/policy/calibrate-chances";
import { DEFAULT_LIFECYCLE_POLICY } from "@/lib/engine/policy/lifecycle-policy";
import type { Policy } from "@/lib/engine/policy/policy";
import { DEFAULT_RETRIEVAL_POLICY } from "@/lib/engine/policy/retrieval-policy";
import { DEFAULT_WRITE_POLICY } from "@/lib/engine/policy/write-policy";

type Plain = Record<string, unknown>;
const isPlain = (value: unknown): value is Plain =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** The stored part over the default: what a policy does not mention stays as it is; what the default lacks is ignored. */
function overlay<T>(base: T, patch: unknown): T {
  if (!isPlain(base) || !isPlain(patch)) return patch === undefined ? base : (patch as T);
  const result: Plain = { ...base };
  for (const key of Object.keys(base)) if (key in patch) result[key] = overlay(base[key], patch[key]);
  return result as T;
}

/** A tenant's policy in force; version 0 is the default. */
export function composePolicy(
  stored: { version: number; body: unknown; calibration?: Calibration | null } | null,
): Policy {
  const body = isPlain(stored?.body) ? stored.body : {};
  const write = overlay(DEFAULT_WRITE_POLICY, body.write);
  // Topics are the one table a tenant may add names to.
  const topics = isPlain(body.write) && isPlain(body.write.topics) ? body.write.topics : {};
  return {
    version: stored?.version ?? 0,
    write: { ...write, topics: { ...write.topics, ...(topics as typeof write.topics) } },
    retrieval: overlay(DEFAULT_RETRIEVAL_POLICY, body.retrieval),
    lifecycle: overlay(DEFAULT_LIFECYCLE_POLICY, body.lifecycle),
    calibration: stored?.calibration ?? null,
  };
}
