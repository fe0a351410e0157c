import type { GateName, GateRule, GateSignal } from "@/lib/contracts/gates";
import type { PersonalDataFinding } from "@/lib/engine/gate/protect-personal-data";
import type { Principal } from "@/lib/engine/model/principal";
import type { Proposal } from "@/lib/engine/model/proposal";
import type { TopicChoice } from "@/lib/engine/model/topic-choice";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";

/** What a gate may know. Everything was read before; a gate only decides. */
export interface GateContext {
  proposal: Proposal;
  principal: Principal;
  policy: WritePolicy;
  /** Scope of the event this came from: an extractor may not widen it. */
  eventScope: string;
  /** A reviewer refused where this comes from. */
  sourceBlocked: boolean;
  personalData: PersonalDataFinding;
  /** What the people concerned do not want remembered or inferred of them. */
  choices: readonly TopicChoice[];
}

/**
 * A gate is data: what it can tell of a candidate, and the rules that make a verdict of it. The first rule whose
 * condition holds answers; the last one has none.
 */
export interface Gate {
  gate: GateName;
  signals: Partial<Record<GateSignal, (context: GateContext) => boolean>>;
  rules: readonly GateRule[];
}
