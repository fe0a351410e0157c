import { SCOPE_TYPES } from "@/lib/contracts/choices";
import { z } from "zod";
import { assertion } from "@/lib/contracts/memories";
import { kind, sensitivity, sourceType } from "@/lib/contracts/common";
import { personalDataKind } from "@/lib/contracts/personal-data";

/** The hard gates, in order. */
export const GATE_NAMES = [
  "storage_permission",
  "scope",
  "source",
  "sensitivity",
  "authoritative",
  "durability",
  "evidence",
] as const;
export const gateName = z.enum(GATE_NAMES);
export type GateName = z.infer<typeof gateName>;

/** What the gates can tell of a candidate beside its own fields. Each is read by one gate (lib/engine/gate/gates). */
export const GATE_SIGNALS = [
  "purpose_forbidden",
  "consent_named",
  "consent_missing",
  "topic_declined",
  "inference_declined",
  "scope_not_held",
  "scope_foreign",
  "source_blocked",
  "reads_as_instruction",
  "reads_as_rule",
  "hidden_characters",
  "secret",
  "personal_data",
  "personal_data_refused",
  "redaction_failed",
  "redacted_away",
  "high_denied",
  "live_value",
  "one_off",
  "bound_to_event_or_run",
  "bounded",
  "standing",
  "hedged",
  "reference_not_found",
] as const;
export const gateSignal = z.enum(GATE_SIGNALS);
export type GateSignal = z.infer<typeof gateSignal>;

/** All that is named must hold; an empty condition always does. */
export const gateCondition = z.strictObject({
  sourceTypes: z.array(sourceType).min(1).optional(),
  kinds: z.array(kind).min(1).optional(),
  scopeTypes: z.array(z.enum(SCOPE_TYPES)).min(1).optional(),
  sensitivities: z.array(sensitivity).min(1).optional(),
  assertions: z.array(assertion).min(1).optional(),
  purposes: z.array(z.string().max(120)).min(1).optional(),
  /** Names of the policy's topics, or a candidate's own topic. */
  topics: z.array(z.string().min(1).max(120)).min(1).optional(),
  /** Words one of which the predicate holds. */
  predicateWords: z.array(z.string().min(1).max(120)).min(1).optional(),
  personalData: z.array(personalDataKind).min(1).optional(),
  all: z.array(gateSignal).optional(),
  none: z.array(gateSignal).optional(),
});
export type GateCondition = z.infer<typeof gateCondition>;

/** First rule of a gate whose condition holds gives its verdict. */
export interface GateRule {
  when: GateCondition;
  verdict: "pass" | "downgrade" | "deny";
  code: string;
  /** `{secrets}` and `{kinds}` stand for names of kinds; nothing of the content does. */
  reason: string;
}

/** A tenant's own rule. It can only make a gate stricter: whatever it says, the built-in rules answer as well. */
export const tenantGateRule = z.strictObject({
  gate: gateName,
  when: gateCondition,
  verdict: z.enum(["downgrade", "deny"]),
  code: z.string().regex(/^[a-z][a-z0-9_]{2,60}$/, { error: "lower-case letters, digits and _ are needed" }),
  reason: z.string().min(1).max(300),
});
export type TenantGateRule = z.infer<typeof tenantGateRule>;
