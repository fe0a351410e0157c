import type { PersonalDataKind } from "@/lib/contracts/personal-data";

/** The text around a match, for what only its surroundings can decide. */
export interface Surroundings {
  before: string;
  after: string;
  /** The text holds nothing else. */
  alone: boolean;
}

/** One shape of personal data. The text it looks at is folded: NFKC, no hidden characters. */
export interface Detector {
  kind: PersonalDataKind;
  /** Global. Group `it`, when there is one, is what is found; else the whole match. */
  pattern: RegExp;
  /** Check digits, dates, ranges. */
  valid?: (match: string) => boolean;
  /** Words that must stand near it, unless it stands alone: the shape says too little by itself. */
  near?: RegExp;
  /** Like `near`, and standing alone is not enough. */
  named?: RegExp;
  /** Words before it that make it something else: an order number, a version. */
  unless?: RegExp;
}

/** Numbers that are counted, not people's. */
export const COUNTED =
  /(?:order|invoice|ticket|serial|tracking|transaction|batch|commit|build|version|model|part|item|sku|isbn|issn|doi|article|case|reference|ref|id|no|port|page|line|row|流水|订单|单|快递|运单|发票|合同|编|序列|批次|工单|版本|型|端口|页|行|房间)[ _-]?(?:number|no\.?|num|id|code|号码|号)?\s*(?:is|was|为|是)?\s*[:：#=]?\s*$/i;
