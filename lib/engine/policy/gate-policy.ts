import type { TenantGateRule } from "@/lib/contracts/gates";
import type { Sensitivity, SourceType } from "@/lib/contracts/common";
import { PERSONAL_DATA_KINDS, type PersonalDataKind } from "@/lib/contracts/personal-data";

export type PersonalDataAction = "allow" | "redact" | "encrypt" | "refuse";

/** A candidate it fits needs a consent basis, one of those named when any are. */
export interface ConsentRule {
  topics?: readonly string[];
  sensitivities?: readonly Sensitivity[];
  purposes?: readonly string[];
  sourceTypes?: readonly SourceType[];
  bases: readonly string[];
}

/** What a tenant decides about the gates themselves. */
export interface GatePolicy {
  personalData: {
    /** For what is handed in to be remembered: `encrypt` makes its sensitivity high. */
    candidates: Record<PersonalDataKind, PersonalDataAction>;
    /** For the words of events as the ledger keeps them, and for episodes made of them. */
    events: Record<PersonalDataKind, "allow" | "redact">;
  };
  consent: readonly ConsentRule[];
  /** Topics by name, each with the words it is recognised by: for consent, for rules, for what a person declines. */
  topics: Record<string, readonly string[]>;
  /** Only ever stricter than the built-in rules. */
  gateRules: readonly TenantGateRule[];
}

function forEachKind<A>(
  action: A,
  over: Partial<Record<PersonalDataKind, A>> = {},
): Record<PersonalDataKind, A> {
  const table = Object.fromEntries(PERSONAL_DATA_KINDS.map((kind) => [kind, action]));
  return { ...table, ...over } as Record<PersonalDataKind, A>;
}

export const DEFAULT_GATE_POLICY: GatePolicy = {
  personalData: {
    // A card number is worth money to whoever reads it and nothing to a memory.
    candidates: forEachKind<PersonalDataAction>("encrypt", { bank_card: "refuse" }),
    events: forEachKind<"allow" | "redact">("redact"),
  },
  consent: [],
  topics: {
    health: [
      "health",
      "medical",
      "doctor",
      "hospital",
      "illness",
      "disease",
      "diagnosis",
      "diagnosed",
      "medication",
      "allergy",
      "allergic",
      "therapy",
      "surgery",
      "symptom",
      "pregnant",
      "pregnancy",
      "disability",
      "depression",
      "cancer",
      "diabetes",
      "blood pressure",
      "健康",
      "医生",
      "医院",
      "疾病",
      "生病",
      "诊断",
      "药",
      "过敏",
      "手术",
      "症状",
      "怀孕",
      "抑郁",
      "癌",
      "糖尿病",
      "血压",
      "病史",
    ],
    finance: [
      "salary",
      "income",
      "debt",
      "loan",
      "mortgage",
      "savings",
      "bank account",
      "tax",
      "credit score",
      "工资",
      "收入",
      "薪水",
      "债务",
      "贷款",
      "房贷",
      "存款",
      "税",
    ],
    religion: [
      "religion",
      "religious",
      "church",
      "mosque",
      "temple",
      "faith",
      "pray",
      "宗教",
      "信仰",
      "教堂",
      "清真寺",
      "寺庙",
      "祷告",
    ],
    politics: [
      "politics",
      "political",
      "party member",
      "vote",
      "voted",
      "election",
      "政治",
      "党派",
      "投票",
      "选举",
    ],
    sexuality: [
      "sexual",
      "sexuality",
      "orientation",
      "gay",
      "lesbian",
      "bisexual",
      "transgender",
      "性取向",
      "同性恋",
      "跨性别",
    ],
    family: [
      "family",
      "wife",
      "husband",
      "spouse",
      "son",
      "daughter",
      "child",
      "children",
      "mother",
      "father",
      "parents",
      "divorce",
      "married",
      "妻子",
      "丈夫",
      "儿子",
      "女儿",
      "孩子",
      "母亲",
      "父亲",
      "父母",
      "离婚",
      "结婚",
      "家人",
      "家庭",
    ],
    location: [
      "home address",
      "address",
      "lives in",
      "live in",
      "moved to",
      "location",
      "住址",
      "地址",
      "住在",
      "搬到",
      "位置",
    ],
    ethnicity: ["ethnicity", "ethnic", "race", "nationality", "民族", "种族", "国籍"],
    crime: ["criminal", "convicted", "arrest", "arrested", "prison", "犯罪", "判刑", "逮捕", "监狱"],
  },
  gateRules: [],
};
