import type { GateVerdict } from "@/lib/contracts/memories";
import type { Proposal } from "@/lib/engine/model/proposal";
import type { Principal } from "@/lib/engine/model/principal";
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
}

/** A gate: one hard yes, no or downgrade, with a code and a sentence that holds no word of the content. */
export type Gate = (context: GateContext) => GateVerdict;
