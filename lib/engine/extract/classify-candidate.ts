import type { SourceType } from "@/lib/contracts/common";
import type { Candidate } from "@/lib/contracts/memories";
import type { Proposal } from "@/lib/engine/model/proposal";
import { findWord } from "@/lib/engine/policy/deciding-words";
import { maskSecretsIn } from "@/lib/engine/policy/detect-secrets";

/** A sentence of a fact when the writer gave none: "project:atlas · article_header: …". */
export function composeStatement(subject: string, predicate: string, value: unknown): string {
  const words = predicate.replace(/[_./]+/g, " ").trim();
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `${subject} · ${words}: ${text}`.slice(0, 8_000);
}

const PROCEDURAL_HINT =
  /(?:^|[_\s./-])(?:procedure|playbook|workflow|runbook|how[_ ]to|steps)(?:$|[_\s./-])/i;

/**
 * From what was handed in to what is decided on. Pure. `sourceType` is what the credential allows; the words of quote,
 * statement and value decide hedge, standing and once.
 */
export function classifyCandidate(
  candidate: Candidate,
  sourceType: SourceType,
  extractor: string,
  defaultSubject: string,
): Proposal {
  const masked = maskSecretsIn({
    value: candidate.value,
    statement: candidate.statement ?? null,
    quote: candidate.source.quote ?? null,
    metadata: candidate.metadata ?? {},
    write_reason: candidate.write_reason ?? null,
    topic: candidate.topic ?? null,
    purpose: candidate.purpose ?? null,
    ref: candidate.source.ref ?? null,
  });
  const clean = masked.value as {
    value: unknown;
    statement: string | null;
    quote: string | null;
    metadata: Record<string, unknown>;
    write_reason: string | null;
    topic: string | null;
    purpose: string | null;
    ref: string | null;
  };
  // A value is judged together with its name too: predicate "wifi_password", value "hunter22".
  const about = candidate.subject.slice(candidate.subject.indexOf(":") + 1);
  const named =
    typeof candidate.value === "string"
      ? [candidate.predicate, about, candidate.topic ?? ""]
          .filter(Boolean)
          .flatMap((name) => maskSecretsIn({ [name]: candidate.value }).kinds)
      : [];
  const subject = candidate.subject || defaultSubject;
  const statement = clean.statement ?? composeStatement(subject, candidate.predicate, clean.value);
  // The writer's own words count: the quote when there is one, else the statement.
  const words = clean.quote ?? clean.statement ?? (typeof clean.value === "string" ? clean.value : "");
  const hedge = findWord(words, "hedge");
  const certainty = candidate.certainty ?? (hedge ? 0.5 : sourceType === "agent_inference" ? 0.7 : 1);
  const onlyOnce = findWord(words, "onlyOnce");
  const standing = onlyOnce === null && findWord(words, "standing") !== null;
  const spoken = ["user_statement", "user_confirmation", "approval"].includes(sourceType);
  const assertion =
    candidate.assertion ??
    (sourceType === "agent_inference" || hedge || certainty < 0.6 ? "inferred" : "explicit");
  return {
    extractor,
    scope: candidate.scope,
    subject,
    predicate: candidate.predicate,
    instance: "",
    value: clean.value,
    statement,
    kind: candidate.kind ?? (PROCEDURAL_HINT.test(candidate.predicate) ? "procedural" : "semantic"),
    cardinality: candidate.cardinality ?? null,
    sourceType,
    sourceRef: clean.ref,
    quote: clean.quote,
    assertion,
    certainty,
    hedge,
    standing: standing || (spoken && candidate.temporal_scope === "preference"),
    once: standing ? null : (onlyOnce ?? findWord(words, "once")),
    validFrom: candidate.valid_from ? new Date(candidate.valid_from) : null,
    validTo: candidate.valid_to ? new Date(candidate.valid_to) : null,
    observedAt: candidate.observed_at ? new Date(candidate.observed_at) : null,
    sensitivity: candidate.sensitivity ?? "low",
    purpose: clean.purpose,
    consentBasis: candidate.consent_basis ?? null,
    importance: candidate.importance ?? null,
    topic: clean.topic,
    temporalScope: candidate.temporal_scope ?? null,
    metadata: clean.metadata,
    writeReason: clean.write_reason,
    episode: null,
    secrets: [...new Set([...masked.kinds, ...named])],
    wordless: candidate.statement === undefined && candidate.source.quote === undefined,
    ...(candidate.derived_from ? { derivedFrom: candidate.derived_from } : {}),
    instruction: findWord(
      `${words}\n${statement}\n${typeof clean.value === "string" ? clean.value : ""}`,
      "instruction",
    ),
  };
}
