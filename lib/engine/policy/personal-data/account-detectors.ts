import { luhn, mod97 } from "@/lib/engine/policy/personal-data/check-digits";
import { COUNTED, type Detector } from "@/lib/engine/policy/personal-data/detector";

/** Beginnings and lengths that issuers use (ISO/IEC 7812), so that not every number with a check digit is a card. */
const ISSUERS: readonly [begins: RegExp, lengths: readonly number[]][] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|64[4-9]|65)/, [16, 17, 18, 19]],
  [/^3(?:0[0-5]|[689])/, [14, 16, 19]],
  [/^(?:2131|1800)/, [15]],
  [/^35(?:2[89]|[3-8])/, [16, 17, 18, 19]],
  [/^(?:62|81)/, [16, 17, 18, 19]],
  [/^(?:50|5[6-9]|6[0-9])/, [13, 14, 15, 16, 17, 18, 19]],
  [/^9/, [16, 17, 18, 19]],
  [/^1/, [15]],
];

const CARD_WORDS =
  /card|visa|master ?card|amex|unionpay|debit|credit|pay|银行|卡|工资|转账|打到|付款|账[户号]/i;

function isCard(text: string, unsure: boolean): boolean {
  const digits = text.replace(/\D/g, "");
  if (!luhn(digits) || /^(\d)\1+$/.test(digits)) return false;
  return ISSUERS.some(
    ([begins, lengths], at) => begins.test(digits) && lengths.includes(digits.length) && at >= 9 === unsure,
  );
}

/** In one piece, or in the groups that are printed on cards. */
const CARD =
  /(?<![\d.+-])[1-9](?:\d{12,18}|\d{3}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{3}([ -])\d{6}\2\d{4,5})(?!\d)(?!\.\d)(?!-\d)/g;
/** Base58 and bech32, as wallets write them; the shapes are long and rare enough. */
const BASE58 = "[1-9A-HJ-NP-Za-km-z]";
/** The alphabet of bech32 (BIP 173). */
const BECH32 = "[02-9ac-hj-np-z]";

/** Lengths of IBANs by country, from the registry of ISO 13616. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18
  FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21
  LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27
  ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

export const ACCOUNT_DETECTORS: readonly Detector[] = [
  { kind: "bank_card", pattern: CARD, valid: (text) => isCard(text, false), unless: COUNTED },
  {
    kind: "bank_card",
    pattern: CARD,
    valid: (text) => isCard(text, true),
    near: CARD_WORDS,
    unless: COUNTED,
  },
  {
    kind: "bank_card",
    pattern: /(?<![\d.+-])62\d{2}(?:[ -]?\d){12,15}(?![\d])(?!\.\d)/g,
    named: /银行卡|卡号|储蓄卡|借记卡|信用卡|card (?:no|number)/i,
  },
  {
    kind: "iban",
    pattern: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/gi,
    valid: (text) => {
      const plain = text.replace(/[ -]/g, "").toUpperCase();
      return IBAN_LENGTHS[plain.slice(0, 2)] === plain.length && mod97(plain);
    },
  },
  {
    kind: "crypto_address",
    pattern: new RegExp(
      `(?<![A-Za-z0-9])(?:[13]${BASE58}{25,33}|bc1${BECH32}{38,59}|BC1${BECH32.toUpperCase()}{38,59})(?![A-Za-z0-9])`,
      "g",
    ),
    valid: (text) => /\d/.test(text.slice(1)) && /[A-Za-z]/.test(text.slice(3)),
  },
  {
    kind: "crypto_address",
    pattern: /(?<![A-Za-z0-9])0x[0-9a-fA-F]{40}(?![A-Za-z0-9])/g,
    unless: /(?:commit|contract|sha1?)\s*[:：]?\s*$/i,
  },
  {
    kind: "bank_account",
    pattern: /(?<!\d)\d{8,17}(?!\d)/g,
    named:
      /\b(?:bank )?account(?: ?(?:no|number|num|#))\.?\s*(?:is|:|=)?\s*$|\b(?:bank|check(?:ing)?|savings?|debit) account\b[^.\n\d]{0,24}$|(?:银行账[号户]|账号|对公账户)(?:是|为|:|：)?\s*$/i,
  },
  {
    kind: "bank_account",
    pattern: /(?<!\d)\d{9}(?!\d)/g,
    named: /\b(?:routing|aba)(?: (?:no|number|#))?\.?\s*(?:is|:|=)?\s*$/i,
  },
];
