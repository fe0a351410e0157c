import type { GateCondition, GateName, GateSignal, TenantGateRule } from "@/lib/contracts/gates";
import type { GateVerdict } from "@/lib/contracts/memories";
import type { Gate, GateContext } from "@/lib/engine/gate/gate-context";
import { normaliseText } from "@/lib/engine/policy/normalise-value";
import { mentionsAny, readTopics } from "@/lib/engine/policy/read-topics";

/** What conditions are compared with, computed once for a candidate. */
export interface Traits {
  signals: ReadonlySet<GateSignal>;
  topics: readonly string[];
}

export function readTraits(gates: readonly Gate[], context: GateContext): Traits {
  const signals = new Set<GateSignal>();
  for (const gate of gates) {
    for (const [signal, holds] of Object.entries(gate.signals)) {
      if (holds(context)) signals.add(signal as GateSignal);
    }
  }
  const { proposal, policy } = context;
  return {
    signals,
    topics: readTopics(
      [proposal.predicate, proposal.statement, proposal.quote],
      proposal.topic,
      policy.topics,
    ),
  };
}

/** Everything that is named must hold. */
export function conditionHolds(when: GateCondition, context: GateContext, traits: Traits): boolean {
  const { proposal, personalData } = context;
  const among = <T>(wanted: readonly T[] | undefined, value: T) =>
    wanted === undefined || wanted.includes(value);
  return (
    among(when.sourceTypes, proposal.sourceType) &&
    among(when.kinds, proposal.kind) &&
    among<string>(when.scopeTypes, proposal.scope.slice(0, proposal.scope.indexOf(":"))) &&
    among(when.sensitivities, proposal.sensitivity) &&
    among(when.assertions, proposal.assertion) &&
    (when.purposes === undefined ||
      (proposal.purpose !== null && when.purposes.includes(proposal.purpose))) &&
    (when.topics === undefined ||
      when.topics.some((topic) => traits.topics.includes(normaliseText(topic)))) &&
    (when.predicateWords === undefined || mentionsAny(proposal.predicate, when.predicateWords)) &&
    (when.personalData === undefined ||
      when.personalData.some((kind) => personalData.kinds.includes(kind))) &&
    (when.all ?? []).every((signal) => traits.signals.has(signal)) &&
    !(when.none ?? []).some((signal) => traits.signals.has(signal))
  );
}

const STRICTNESS = { pass: 0, downgrade: 1, deny: 2 } as const;

/** The gate's own rule and the tenant's: the stricter answers, the built-in one where they are equal. */
export function judgeGate(
  gate: Gate,
  tenantRules: readonly TenantGateRule[],
  context: GateContext,
  traits: Traits,
): GateVerdict {
  const own = gate.rules.find((rule) => conditionHolds(rule.when, context, traits));
  const added = tenantRules.find(
    (rule) => rule.gate === gate.gate && conditionHolds(rule.when, context, traits),
  );
  const rule =
    own && added ? (STRICTNESS[added.verdict] > STRICTNESS[own.verdict] ? added : own) : (own ?? added);
  if (!rule) throw new Error(`gate ${gate.gate} has no rule without a condition`);
  return toVerdict(gate.gate, rule, context);
}

function toVerdict(
  gate: GateName,
  rule: { verdict: GateVerdict["verdict"]; code: string; reason: string },
  context: GateContext,
): GateVerdict {
  const reason = rule.reason
    .replace("{secrets}", context.proposal.secrets.join(", "))
    .replace("{kinds}", context.personalData.kinds.join(", "));
  return { gate, verdict: rule.verdict, code: rule.code, reason };
}
