import { COUNTED, type Detector } from "@/lib/engine/policy/personal-data/detector";

const PHONE_WORDS =
  /\b(?:phone|tel|telephone|mobile|cell|call|fax|whatsapp|signal|text|sms|contact|number|numbers|dial|reach|ring)\b|电话|手机|座机|联系|致电|拨打|传真|微信/i;

/** What follows a phone number's digits may not make it a longer number, a decimal or a date. */
const DIGITS_END = "(?![\\d])(?!\\.\\d)(?!-\\d)";

function isInternational(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return digits >= 8 && digits <= 15;
}

/** Every byte in range, in the forms of dotted IPv4. */
const BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d{2}|[1-9]?\\d)";
const IPV4 = `${BYTE}(?:\\.${BYTE}){3}`;

/** RFC 4291, with an IPv4 tail and a zone: at most eight groups, one double colon. */
function isIpv6(text: string): boolean {
  const plain = text.replace(/%[\w.-]+$/, "").replace(/\/\d{1,3}$/, "");
  const doubles = plain.split("::").length - 1;
  if (doubles > 1 || plain.includes(":::")) return false;
  const withoutTail = plain.replace(new RegExp(`${IPV4}$`), "0:0");
  if (withoutTail.includes(".")) return false;
  const groups = withoutTail.split(":").filter((group) => group !== "");
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return doubles === 1 ? groups.length <= 7 : groups.length === 8;
}

export const CONTACT_DETECTORS: readonly Detector[] = [
  {
    kind: "email",
    pattern:
      /(?<![A-Za-z0-9._%+\u00c0-\u024f-])[A-Za-z0-9._%+\u00c0-\u024f-]{1,64}@(?:[A-Za-z0-9\u00c0-\u024f](?:[A-Za-z0-9\u00c0-\u024f-]{0,61}[A-Za-z0-9\u00c0-\u024f])?\.)+(?:[A-Za-z]{2,24}|xn--[a-z0-9-]{2,50})(?![A-Za-z0-9@])/gi,
    // A version of a package and a repository over SSH have the shape as well.
    valid: (text) =>
      !/^git@/i.test(text) && !/@\d/.test(text) && !/\.(?:png|jpe?g|gif|svg|webp|js|ts|css)$/i.test(text),
  },
  {
    kind: "phone",
    pattern: new RegExp(
      `(?<![\\w+])\\+[1-9]\\d{0,2}[ .-]?(?:\\(\\d{1,5}\\)[ .-]?)?\\d(?:[ .()-]{0,2}\\d){5,12}${DIGITS_END}`,
      "g",
    ),
    valid: isInternational,
    unless: /(?:utc|gmt|版本|version)\s*$/i,
  },
  {
    kind: "phone",
    pattern: new RegExp(`(?<![\\w+.-])00[1-9]\\d{0,2}(?:[ .()-]{0,2}\\d){7,12}${DIGITS_END}`, "g"),
    named: PHONE_WORDS,
  },
  // A mobile number of mainland China: no other number of eleven digits in common use begins so.
  {
    kind: "phone",
    pattern:
      /(?<![\w./-])(?<!\d )(?:\+?86[ -]?)?1[3-9]\d[ -]?(?:\d{4}[ -]?\d{4}|\d{3}[ -]?\d{5}|\d{8})(?![\d])(?!\.\d)(?!-\d)/g,
    valid: (text) => !/^1(\d)\1{9}$/.test(text),
    unless: COUNTED,
  },
  {
    kind: "phone",
    pattern:
      /(?<![\d.-])(?:\(0\d{2,3}\)[ ]?|0(?:10|2\d|[3-9]\d{2})[ -]?)[2-8]\d{2,3}[ -]?\d{4}(?:(?:转|ext\.?|x|-)\s?\d{1,6})?(?![\d.])(?!-\d)/g,
    near: /电话|座机|联系|致电|拨打|传真|热线|tel|phone|call|fax/i,
    unless: COUNTED,
  },
  { kind: "phone", pattern: /(?<![\d-])400[ -]\d{3}[ -]?\d{4}(?![\d-])/g, near: PHONE_WORDS },
  // North America, with its separators.
  {
    kind: "phone",
    pattern:
      /(?<![\d.+-])(?<!\d )(?:\+?1[ .-]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}(?:\s?(?:x|ext\.?)\s?\d{1,6})?(?![\d-])(?!\.\d)/g,
    valid: (text) => /[().-]/.test(text) || /\s/.test(text),
    unless: COUNTED,
  },
  {
    kind: "phone",
    pattern: /(?<![\d.+])\d{1,3}-[2-9]\d{2}-[2-9]\d{2}-\d{4}(?![\d-])/g,
  },
  // Japan, Korea, and the national forms of much of Europe, India and Brazil.
  { kind: "phone", pattern: /(?<![\d.-])0[5789]0[ -]\d{4}[ -]\d{4}(?![\d-])/g },
  { kind: "phone", pattern: /(?<![\d.-])01[016789][ -]\d{3,4}[ -]\d{4}(?![\d-])/g },
  {
    kind: "phone",
    pattern: /(?<![\d.+-])\(?0\d{1,4}\)?[ /.-]\d{2,4}(?:[ .-]?\d{2,4}){1,3}(?![\d-])(?!\.\d)/g,
    valid: (text) => {
      const digits = text.replace(/\D/g, "").length;
      return digits >= 9 && digits <= 12;
    },
    named: PHONE_WORDS,
    unless: COUNTED,
  },
  {
    kind: "phone",
    pattern: /(?<![\d.,-])\d{7,13}(?![\d.,-])/g,
    named:
      /\b(?:(?:tele|cell)?phone(?: number)?|tel|mobile(?: number)?|cell(?: number)?|whatsapp|fax)\b\.?\s*(?:is|no\.?|:|：|#|=)?\s*$|(?:电话|座机|传真)(?:号码)?\s*(?:是|为|:|：)?\s*$/i,
  },
  {
    kind: "ip_address",
    pattern: new RegExp(
      `(?<![\\w:.])(?<!\\d-)${IPV4}(?:/(?:3[0-2]|[12]?\\d)(?!\\d))?(?![\\w])(?!\\.\\d+\\.\\d)(?!-\\d)`,
      "g",
    ),
    valid: (text) => !/^0\./.test(text) || /^0\.0\.0\.0/.test(text),
    unless:
      /(?:\bv|version|released?|build|版本(?:号)?|firmware|section|chapter|第)\s*(?:is|为|是)?[:：]?\s*$/i,
  },
  {
    kind: "ip_address",
    pattern: new RegExp(
      `(?<![0-9a-f:.])(?:(?:[0-9a-f]{0,4}:){2,7}(?:${IPV4}|[0-9a-f]{0,4}))(?:%[a-z0-9]+)?(?:/\\d{1,3})?(?![\\w:])(?!\\.\\d)`,
      "gi",
    ),
    valid: isIpv6,
    unless: /(?:^|[^a-z])(?:std|[a-z_]*[g-z_][a-z_]*::)$/i,
  },
  {
    kind: "mac_address",
    pattern: /(?<![0-9a-f:-])[0-9a-f]{2}(?:(?::[0-9a-f]{2}){5}|(?:-[0-9a-f]{2}){5})(?![0-9a-f:-])/gi,
    valid: (text) => /[a-f]/i.test(text) || text.includes(":"),
  },
  {
    kind: "mac_address",
    pattern: /(?<![0-9a-f.])[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}(?![0-9a-f.])/gi,
    near: /\bmac\b/i,
  },
];
