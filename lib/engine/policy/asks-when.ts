const ENGLISH =
  /^\W*(?:(?:and|so|but|do you know|can you tell me|tell me|remind me)\s+)*(?:when|since when|until when|how long ago|(?:what|which) (?:date|day|month|year|time|weekday|season))\b/iu;
const CHINESE =
  /什么时候|什么时间|何时|啥时候|哪一?[天年月]|几[号点月]|星期几|周几|礼拜几|多久(?:以前|之前|前)|哪个(?:月|季节|星期)/u;

/** Whether a question wants a time for an answer: what names one answers it better. */
export function asksWhen(question: string): boolean {
  return ENGLISH.test(question) || CHINESE.test(question);
}
