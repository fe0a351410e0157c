import { type ApprovalPolicy, DEFAULT_APPROVAL_POLICY } from "@/lib/engine/policy/approval-policy";
import { DEFAULT_SUSPICION_POLICY, type SuspicionPolicy } from "@/lib/engine/policy/suspicion-policy";
import { DEFAULT_GATE_POLICY, type GatePolicy } from "@/lib/engine/policy/gate-policy";
import type { Kind, Sensitivity, SourceType } from "@/lib/contracts/common";
import { DEFAULT_EXTRACTION_POLICY, type ExtractionPolicy } from "@/lib/engine/policy/extraction-policy";

/** What a tenant decides about forming memories. Data, versioned; the defaults are documented in the engine's README. */
export interface WritePolicy extends GatePolicy {
  /**
   * Authority is compared before time, and bound to the origin of a write, never to its words. Trust is the floor's
   * other side: what a retrieval at a given risk asks for.
   */
  sources: Record<SourceType, { authority: number; trust: number }>;
  /** A person's own explicit, standing or plain statement: more than a hedged one. */
  explicitStatementTrust: number;
  /** Authority of a statement that was hedged, or of which the memory is only inferred. */
  hedgedStatementAuthority: number;
  /** Raw importance (1..10) by how it came to be known; a caller's own number only ever replaces it within bounds. */
  importance: { standing: number; stated: number; observed: number; remark: number; external: number };
  /** Least importance of what touches these, by words in predicate or topic. */
  importanceFloors: { words: readonly string[]; least: number }[];
  utility: {
    threshold: number;
    /** Chance that it is asked for again, by kind. */
    chanceOfUse: Record<Kind, number>;
    /** Factor on that chance for what changes fast. */
    temporaryFactor: number;
    benefitFloor: number;
    /** Cost of a thousand characters kept. */
    storagePerThousand: number;
    /** Cost of being wrong, times (1 − certainty · trust). */
    errorCost: number;
    privacyCost: Record<Sensitivity, number>;
  };
  /** What to do with sensitivity high: kept encrypted and out of every index, or refused. */
  highSensitivity: "deny" | "encrypt";
  /**
   * What is kept under the data keys of whom it concerns: what is of high sensitivity, or everything that is said from
   * now on. What the search needs stands in clear beside it, in tables that are never backed up.
   */
  encryption: "high" | "everything";
  /**
   * What makes a relayed confirmation or approval count when it comes without the person's words: that it names a
   * reference, or that the reference is found among what a person said and is stored here.
   */
  relayedReferences: "named" | "found";
  /** Values that live elsewhere and go stale here: looked up, not remembered. */
  authoritativePredicates: readonly string[];
  /** Days a memory stays valid when its writer names no end; null = until changed. */
  timeToLiveDays: Record<"permanent" | "preference" | "project_state" | "temporary", number | null>;
  /** Independent weaker contradictions that make a question for a person. */
  contradictionsForConflict: number;
  /** Least share of common words at which two statements about one subject are a question for a person. */
  possibleDuplicateOverlap: number;
  /** What is of high impact and waits for a person. */
  approvals: ApprovalPolicy;
  suspicion: SuspicionPolicy;
  /** What a configured language model may read, how often it is asked again, and what it may cost. */
  extraction: ExtractionPolicy;
}

export const DEFAULT_WRITE_POLICY: WritePolicy = {
  ...DEFAULT_GATE_POLICY,
  sources: {
    user_confirmation: { authority: 70, trust: 0.9 },
    approval: { authority: 70, trust: 0.9 },
    verified_db: { authority: 60, trust: 1 },
    system_event: { authority: 60, trust: 1 },
    user_statement: { authority: 50, trust: 0.5 },
    internal_tool: { authority: 40, trust: 0.8 },
    import: { authority: 30, trust: 0.5 },
    agent_inference: { authority: 20, trust: 0.4 },
    external_content: { authority: 10, trust: 0.3 },
  },
  explicitStatementTrust: 0.8,
  hedgedStatementAuthority: 25,
  importance: { standing: 9, stated: 6, observed: 5, remark: 3, external: 2 },
  importanceFloors: [
    {
      words: [
        "payment",
        "budget",
        "salary",
        "invoice",
        "access",
        "permission",
        "safety",
        "allergy",
        "security",
        "支付",
        "预算",
        "权限",
        "安全",
        "过敏",
      ],
      least: 7,
    },
  ],
  utility: {
    threshold: 0.02,
    chanceOfUse: { semantic: 0.5, episodic: 0.35, procedural: 0.5 },
    temporaryFactor: 0.3,
    benefitFloor: 0.2,
    storagePerThousand: 0.01,
    errorCost: 0.15,
    privacyCost: { low: 0, medium: 0.05, high: 0.2 },
  },
  highSensitivity: "encrypt",
  encryption: "high",
  relayedReferences: "named",
  authoritativePredicates: [
    "account_balance",
    "balance",
    "order_status",
    "stock_level",
    "inventory",
    "current_price",
    "exchange_rate",
    "delivery_status",
    "余额",
    "订单状态",
    "库存",
    "物流状态",
  ],
  timeToLiveDays: { permanent: null, preference: null, project_state: null, temporary: 14 },
  contradictionsForConflict: 3,
  possibleDuplicateOverlap: 0.6,
  approvals: DEFAULT_APPROVAL_POLICY,
  suspicion: DEFAULT_SUSPICION_POLICY,
  extraction: DEFAULT_EXTRACTION_POLICY,
};
