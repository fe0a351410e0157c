import type { SourceType } from "@/lib/contracts/common";
import type { AmendInput, Memory } from "@/lib/contracts/memories";
import type { Proposal } from "@/lib/engine/model/proposal";
import { maskSecretsIn } from "@/lib/engine/policy/detect-secrets";

/** The new sentence when only the value was given: the old one with the old value's words replaced, where they stand in it. */
function replaceInStatement(memory: Memory, value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const old = typeof memory.value === "string" ? memory.value : JSON.stringify(memory.value);
  if (old !== "" && memory.statement.includes(old)) return memory.statement.replace(old, () => text);
  return `${memory.subject} · ${memory.predicate.replace(/[_./]+/g, " ")}: ${text}`.slice(0, 8_000);
}

/**
 * What a correction (or a restored old version) proposes: the same fact, another value or none, from `validFrom` on.
 * Pure.
 */
export function composeCorrection(
  memory: Memory,
  input: AmendInput,
  options: { extractor: string; sourceType: SourceType; validFrom: Date | null },
): Proposal {
  const value = input.value ?? input.statement ?? memory.value;
  const statement =
    input.statement ?? (input.value === undefined ? memory.statement : replaceInStatement(memory, value));
  const masked = maskSecretsIn({
    value,
    statement,
    quote: input.source?.quote ?? null,
    reason: input.reason ?? null,
  });
  const clean = masked.value as {
    value: unknown;
    statement: string;
    quote: string | null;
    reason: string | null;
  };
  return {
    extractor: options.extractor,
    scope: memory.scope,
    subject: memory.subject,
    predicate: memory.predicate,
    instance: "",
    value: clean.value,
    statement: clean.statement,
    kind: memory.kind,
    cardinality: memory.cardinality,
    sourceType: options.sourceType,
    sourceRef: input.source?.ref ?? null,
    quote: clean.quote,
    assertion: "explicit",
    certainty: 1,
    hedge: null,
    standing: memory.importance >= 9,
    // A correction is about what is remembered for good, whatever words it uses.
    once: null,
    validFrom: options.validFrom,
    validTo: null,
    observedAt: null,
    sensitivity: memory.sensitivity,
    purpose: memory.purpose,
    consentBasis: memory.consent_basis,
    importance: memory.importance,
    topic: memory.topic,
    temporalScope: memory.temporal_scope === "temporary" ? null : memory.temporal_scope,
    metadata: memory.metadata,
    writeReason: clean.reason,
    episode: memory.episode,
    secrets: masked.kinds,
    instruction: null,
  };
}
