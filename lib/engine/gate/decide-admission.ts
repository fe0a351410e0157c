import type { GateVerdict } from "@/lib/contracts/memories";
import { authoritative } from "@/lib/engine/gate/gates/authoritative";
import { durability } from "@/lib/engine/gate/gates/durability";
import { evidence } from "@/lib/engine/gate/gates/evidence";
import { scope } from "@/lib/engine/gate/gates/scope";
import { sensitivity } from "@/lib/engine/gate/gates/sensitivity";
import { source } from "@/lib/engine/gate/gates/source";
import { storagePermission } from "@/lib/engine/gate/gates/storage-permission";
import type { Gate, GateContext } from "@/lib/engine/gate/gate-context";
import { judgeGate, readTraits } from "@/lib/engine/gate/judge-gate";
import type { Admission, Proposal } from "@/lib/engine/model/proposal";
import { normaliseText } from "@/lib/engine/policy/normalise-value";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";

export const GATES: readonly Gate[] = [
  storagePermission,
  scope,
  source,
  sensitivity,
  authoritative,
  durability,
  evidence,
];

export interface AdmissionDecision {
  /** Every gate's verdict, in order, whatever the outcome: a refusal at the second does not hide the sixth. */
  verdicts: GateVerdict[];
  denied: GateVerdict | null;
  admission: Admission;
}

/** Seven hard gates before any score, each a table of rules. Pure. */
export function decideAdmission(context: GateContext, gates: readonly Gate[] = GATES): AdmissionDecision {
  const traits = readTraits(gates, context);
  const verdicts = gates.map((gate) => judgeGate(gate, context.policy.gateRules, context, traits));
  return {
    verdicts,
    denied: verdicts.find((verdict) => verdict.verdict === "deny") ?? null,
    admission: admit(context.proposal, context.policy, verdicts.some(weakens)),
  };
}

/** What keeps a person's word from confirming itself, beside what the evidence gate says of it. */
function weakens({ gate, verdict, code }: GateVerdict): boolean {
  return verdict === "downgrade" && gate !== "evidence" && !HANDLED.has(code);
}
const HANDLED = new Set(["personal_data_encrypted", "personal_data_handled"]);

/** What a write becomes, by its source (the table "what a write becomes" of the engine's README), weakened at most. */
function admit(proposal: Proposal, policy: WritePolicy, weakened: boolean): Admission {
  const base = policy.sources[proposal.sourceType];
  const importance = (level: keyof WritePolicy["importance"]): number => {
    const own = proposal.importance ?? policy.importance[level];
    // An agent may call its guess important; it may not outrank what a person said.
    const bounded =
      proposal.importance !== null && base.authority < 50 ? Math.min(own, policy.importance.stated) : own;
    const words = normaliseText(`${proposal.predicate.replace(/[_./-]+/g, " ")} ${proposal.topic ?? ""}`);
    const floor = policy.importanceFloors
      .filter((rule) => rule.words.some((word) => words.includes(word)))
      .reduce((least, rule) => Math.max(least, rule.least), 0);
    return Math.max(1, Math.min(10, Math.max(bounded, base.authority >= 50 ? floor : 0)));
  };
  const lowered = (): Admission => ({
    confirmation: "inferred",
    authority: policy.hedgedStatementAuthority,
    trust: policy.sources.user_statement.trust,
    importance: importance("remark"),
  });
  switch (proposal.sourceType) {
    case "user_confirmation":
    case "approval":
      if (weakened) return lowered();
      if (proposal.hearsay) return { ...lowered(), confirmation: "observed" };
      return { confirmation: "confirmed", ...base, importance: importance("standing") };
    case "user_statement":
      if (proposal.assertion === "explicit" && proposal.hedge === null && !weakened) {
        return {
          confirmation: "confirmed",
          authority: base.authority,
          trust: policy.explicitStatementTrust,
          importance: importance(proposal.standing ? "standing" : "stated"),
        };
      }
      return lowered();
    case "agent_inference":
      return { confirmation: "inferred", ...base, importance: importance("remark") };
    case "external_content":
      return { confirmation: "observed", ...base, importance: importance("external") };
    default:
      return { confirmation: "observed", ...base, importance: importance("observed") };
  }
}
