import type { Kind, ScopeType } from "@/lib/contracts/common";
import type { ImpactClass } from "@/lib/contracts/reviews";
import type { ActorKind } from "@/lib/engine/model/principal";

/** One kind of high impact. All conditions that are set must hold; the first rule that fits holds the write. */
export interface ApprovalRule {
  code: string;
  class: ImpactClass;
  when: {
    /** Whole words (Chinese: anywhere) in predicate or topic. */
    words?: readonly string[];
    kinds?: readonly Kind[];
    scopeTypes?: readonly ScopeType[];
    actors?: readonly ActorKind[];
    /** Only sources weaker than this: 50 is a person's explicit word. */
    authorityBelow?: number;
    /** Only when it would take the place of a confirmed version without being confirmed itself. */
    overridesConfirmed?: boolean;
  };
}

/** What waits for a person, and for how long. */
export interface ApprovalPolicy {
  rules: readonly ApprovalRule[];
  expiresAfterDays: number;
}

/** Below a person's explicit word. */
const PERSONS_WORD = 50;
/** Below a verified database or a system's own event. */
const SYSTEMS_WORD = 60;

export const DEFAULT_APPROVAL_POLICY: ApprovalPolicy = {
  expiresAfterDays: 14,
  rules: [
    { code: "organisation_wide", class: "highest", when: { scopeTypes: ["org"], actors: ["agent"] } },
    {
      code: "concerns_money",
      class: "highest",
      when: {
        authorityBelow: PERSONS_WORD,
        words: [
          "payment",
          "payments",
          "payout",
          "payee",
          "bank",
          "iban",
          "salary",
          "wire",
          "invoice account",
          "支付",
          "付款",
          "收款",
          "汇款",
          "银行",
          "账户",
          "账号",
          "工资",
        ],
      },
    },
    {
      code: "concerns_access",
      class: "normal",
      when: {
        authorityBelow: PERSONS_WORD,
        words: [
          "permission",
          "permissions",
          "access",
          "admin",
          "administrator",
          "credential",
          "approver",
          "security",
          "权限",
          "授权",
          "管理员",
          "访问",
          "安全",
        ],
      },
    },
    {
      code: "concerns_safety",
      class: "normal",
      when: {
        authorityBelow: PERSONS_WORD,
        words: [
          "safety",
          "allergy",
          "allergies",
          "medication",
          "dosage",
          "emergency",
          "过敏",
          "用药",
          "剂量",
          "紧急",
        ],
      },
    },
    {
      code: "concerns_identity",
      class: "normal",
      when: {
        authorityBelow: PERSONS_WORD,
        words: [
          "legal name",
          "identity",
          "passport",
          "date of birth",
          "birthday",
          "national id",
          "身份",
          "护照",
          "生日",
        ],
      },
    },
    {
      code: "procedure_not_stated",
      class: "normal",
      when: { authorityBelow: PERSONS_WORD, kinds: ["procedural"] },
    },
    {
      code: "overrides_confirmed",
      class: "normal",
      when: { authorityBelow: SYSTEMS_WORD, overridesConfirmed: true },
    },
  ],
};
