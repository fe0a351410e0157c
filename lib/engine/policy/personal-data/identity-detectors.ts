import * as check from "@/lib/engine/policy/personal-data/check-digits";
import { COUNTED, type Detector } from "@/lib/engine/policy/personal-data/detector";

const number = (text: string, from: number, to: number) => Number(text.slice(from, to));

/** Eighteen characters: a place, a day of birth that existed, a check character. */
function isChineseIdentity(text: string): boolean {
  const plain = text.replace(/[\s-]/g, "");
  return hasChineseDay(plain) && check.chineseIdentity(plain);
}
function hasChineseDay(plain: string): boolean {
  const year = number(plain, 6, 10);
  return year >= 1890 && year <= 2099 && check.isDay(year, number(plain, 10, 12), number(plain, 12, 14));
}

const ID_WORDS =
  /\b(?:id(?:entity|entification)?(?: ?card| ?no| ?number)?|national id|citizen)\b|身份证|证件|公民|本人|身份號|身份/i;

export const CHINESE_DETECTORS: readonly Detector[] = [
  {
    kind: "cn_identity",
    pattern:
      /(?<![\dA-Za-z.])[1-9]\d{5}[ -]?(?:18|19|20)\d{2}[ -]?\d{2}[ -]?\d{2}[ -]?\d{3}[\dXx](?![\dA-Za-z])/g,
    valid: isChineseIdentity,
    unless: COUNTED,
  },
  // Spaced in any way, and mistyped: the words before it say what was meant.
  {
    kind: "cn_identity",
    pattern: /(?<![\dA-Za-z.])[1-9](?:[ -]?\d){16}[ -]?[\dXx](?![\dA-Za-z])/g,
    valid: (text) => hasChineseDay(text.replace(/[\s-]/g, "")),
    named: ID_WORDS,
  },
  {
    kind: "cn_identity",
    pattern: /(?<![\dA-Za-z.])[1-9]\d{7}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}(?![\dA-Za-z])/g,
    named: /身份证/,
  },
  {
    kind: "passport",
    pattern: /(?<![A-Za-z0-9])(?:[EeGgDdSsPpHh]\d{8}|[Ee][A-HJ-NP-Za-hj-np-z]\d{7})(?![A-Za-z0-9])/g,
    named: /护照|passport/i,
  },
  {
    kind: "cn_permit",
    pattern: /(?<![A-Za-z0-9])[CcHhMmWw]\d{8}(?:\d{2})?(?![A-Za-z0-9])/g,
    named: /通行证|回乡证|台胞证|permit/i,
  },
  {
    kind: "tw_identity",
    pattern: /(?<![A-Za-z0-9])[A-Z][1289]\d{8}(?![A-Za-z0-9])/g,
    valid: check.taiwaneseIdentity,
    near: /身[分份]證|台湾|臺灣|taiwan|\bid\b|身份证/i,
  },
  { kind: "hk_identity", pattern: /(?<![A-Za-z0-9])[A-Z]{1,2}\d{6}\([0-9A]\)/g },
];

export const ANGLO_DETECTORS: readonly Detector[] = [
  {
    kind: "us_ssn",
    pattern: /(?<![\d.-])(?!000|666|9)\d{3}([- .])(?!00)\d{2}\1(?!0000)\d{4}(?![\d-])(?!\.\d)/g,
    valid: (text) => !/^(?:078.05.1120|123.45.6789|219.09.9999)$/.test(text),
    unless: COUNTED,
  },
  {
    kind: "us_ssn",
    pattern: /(?<![\d.-])(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}(?![\d.-])/g,
    valid: (text) => text !== "078051120" && text !== "123456789",
    near: /\bssns?\b|social security/i,
  },
  {
    kind: "us_itin",
    pattern: /(?<![\d.-])9\d{2}[- ]?(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])[- ]?\d{4}(?![\d-])/g,
    near: /\bitin\b|taxpayer|tax id/i,
  },
  {
    kind: "passport",
    pattern: /(?<![A-Za-z0-9])(?:[A-Z]\d{8}|\d{9})(?![A-Za-z0-9])/gi,
    named: /\bpassport\b/i,
  },
  {
    kind: "driver_license",
    pattern: /(?<![A-Za-z0-9])(?=[A-Z0-9-]*\d{4})[A-Z0-9][A-Z0-9-]{5,17}(?![A-Za-z0-9])/gi,
    named: /\b(?:driver'?s?|driving)[ -]?(?:licen[cs]e|permit)\b|\bDL\b|\blic#|驾驶证|驾照/i,
  },
  {
    kind: "uk_nhs",
    pattern: /(?<![\d.-])\d{3}[- ]\d{3}[- ]\d{4}(?![\d-])(?!\.\d)/g,
    valid: check.britishHealth,
    near: /\bnhs\b|health service/i,
  },
  {
    kind: "uk_nhs",
    pattern: /(?<![\d.-])\d{10}(?![\d.-])/g,
    valid: check.britishHealth,
    named: /\bnhs\b|health service/i,
  },
  {
    kind: "uk_nino",
    pattern:
      /(?<![A-Za-z0-9])(?!bg|gb|nk|kn|nt|tn|zz)[a-ceghj-pr-tw-z][a-ceghj-npr-tw-z] ?\d{2} ?\d{2} ?\d{2} ?[a-d](?![A-Za-z0-9])/gi,
  },
  {
    kind: "au_tfn",
    pattern: /(?<![\d.-])(?<!\d )\d{3}[ -]?\d{3}[ -]?\d{2,3}(?![\d.-])(?! \d)/g,
    valid: (text) => text.replace(/\D/g, "").length === 9 && check.australianTaxFile(text),
    near: /\btfn\b|tax file/i,
  },
  {
    kind: "au_abn",
    pattern: /(?<![\d.-])(?<!\d )\d{2}[ -]?\d{3}[ -]?\d{3}[ -]?\d{3}(?![\d.-])(?! \d)/g,
    valid: check.australianBusiness,
    near: /\babn\b|business number/i,
  },
  {
    kind: "au_acn",
    pattern: /(?<![\d.-])(?<!\d )\d{3}[ -]?\d{3}[ -]?\d{3}(?![\d.-])(?! \d)/g,
    valid: check.australianCompany,
    near: /\bacn\b|company number/i,
  },
  {
    kind: "au_medicare",
    pattern: /(?<![\d.-])(?<!\d )[2-6]\d{3}[ -]?\d{5}[ -]?\d(?![\d.-])(?! \d)/g,
    valid: check.australianMedicare,
    near: /\bmedicare\b/i,
  },
  {
    kind: "ca_sin",
    pattern: /(?<![\d.-])[1-9]\d{2}[- ]?\d{3}[- ]?\d{3}(?![\d.-])/g,
    valid: check.luhn,
    named: /\bsin\b|social insurance/i,
  },
];

const FISCAL = /(?<![A-Za-z0-9])[A-Z]{6}\d{2}[ABCDEHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?![A-Za-z0-9])/gi;
const FINNISH_SIGN = /^\d{6}[-+YXWVUABCDEF]\d{3}[0-9A-Z]$/i;

/** The control character of the Italian code: odd and even places count differently. */
function italianCode(text: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
  const plain = text.toUpperCase();
  let sum = 0;
  for (let at = 0; at < 15; at++) {
    const char = plain[at] ?? "";
    const value = /\d/.test(char) ? Number(char) : char.charCodeAt(0) - 65;
    sum += at % 2 === 0 ? (odd[value] ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26)) === plain[15];
}

export const EUROPEAN_DETECTORS: readonly Detector[] = [
  { kind: "es_nif", pattern: /(?<![A-Za-z0-9.-])\d{7,8}-?[A-Z](?![A-Za-z0-9-])/gi, valid: check.spanishNif },
  {
    kind: "es_nie",
    pattern: /(?<![A-Za-z0-9.-])[XYZ]-?\d{7}-?[A-Z](?![A-Za-z0-9-])/gi,
    valid: check.spanishNie,
  },
  { kind: "it_fiscal_code", pattern: FISCAL, valid: italianCode },
  { kind: "it_fiscal_code", pattern: FISCAL, near: /codice fiscale|fiscal code|\bcf\b/i },
  {
    kind: "it_identity_card",
    pattern: /(?<![A-Za-z0-9])(?:[A-Z]{2} ?\d{7}|\d{7}[A-Z]{2}|C[A-Z]\d{5}[A-Z]{2})(?![A-Za-z0-9])/gi,
    named: /carta d'?identit|identity card|\bcie\b/i,
  },
  {
    kind: "driver_license",
    pattern: /(?<![A-Za-z0-9])(?:U1[B-Z0-9]{7}[A-Z]|[A-Z]{2}\d{7}[A-Z])(?![A-Za-z0-9])/gi,
    near: /patente/i,
  },
  {
    kind: "passport",
    pattern: /(?<![A-Za-z0-9])[A-Z]{2}\d{7}(?![A-Za-z0-9])/gi,
    named: /passaporto|passport|reisepass|passeport|pasaporte/i,
  },
  {
    kind: "fi_identity",
    pattern: /(?<![A-Za-z0-9])\d{6}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y](?![A-Za-z0-9])/gi,
    valid: (text) => FINNISH_SIGN.test(text) && isFinnishDay(text) && check.finnishIdentity(text),
  },
  {
    kind: "pl_pesel",
    pattern: /(?<![\d.-])\d{11}(?![\d.-])/g,
    valid: (text) => {
      const month = number(text, 2, 4) % 20;
      return (
        check.polishPesel(text) &&
        month >= 1 &&
        month <= 12 &&
        number(text, 4, 6) >= 1 &&
        number(text, 4, 6) <= 31
      );
    },
    near: /\bpesel\b/i,
  },
  {
    kind: "it_vat",
    pattern: /(?<![\d.-])(?:IT)?\d{11}(?![\d.-])/gi,
    valid: check.luhn,
    named: /partita iva|\bp\.? ?iva\b|\bvat\b|\biva\b/i,
  },
  {
    kind: "se_identity",
    pattern: /(?<![\d.-])(?:19|20)?\d{6}[-+]\d{4}(?![\d-])/g,
    valid: (text) =>
      check.luhn(text.replace(/\D/g, "").slice(-10)) && isShortDay(text.replace(/\D/g, "").slice(-10)),
    near: /personnummer|personal identity|swedish/i,
  },
  {
    kind: "de_tax_id",
    pattern: /(?<![\d.-])\d{2} ?\d{3} ?\d{3} ?\d{3}(?![\d.-])/g,
    valid: check.germanTaxId,
    named: /steuer|tax id|idnr/i,
  },
  {
    kind: "fr_nir",
    pattern:
      /(?<![\d.-])[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}(?![\d.-])/gi,
    valid: check.frenchNir,
  },
  { kind: "br_cpf", pattern: /(?<![\d.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\d.-])/g, valid: check.brazilianCpf },
];

function isShortDay(text: string): boolean {
  return [1900, 2000].some((century) =>
    check.isDay(century + number(text, 0, 2), number(text, 2, 4), number(text, 4, 6)),
  );
}
function isFinnishDay(text: string): boolean {
  const sign = text[6]?.toUpperCase() ?? "";
  const century = sign === "+" ? 1800 : "ABCDEF".includes(sign) ? 2000 : 1900;
  return check.isDay(century + number(text, 4, 6), number(text, 2, 4), number(text, 0, 2));
}

/** Korean resident numbers: day of birth, century and sex; the check digit went out of use in 2020. */
function isKoreanResident(text: string): boolean {
  const plain = text.replace(/\D/g, "");
  const sex = Number(plain[6]);
  if (sex < 1 || sex > 4 || /^(\d)\1+$/.test(plain)) return false;
  const century = sex <= 2 ? 1900 : 2000;
  return check.isDay(century + number(plain, 0, 2), number(plain, 2, 4), number(plain, 4, 6));
}

/** The second group of a Thai number names the place of registration; some were never given out. */
function isThaiIdentity(text: string): boolean {
  const plain = text.replace(/\D/g, "");
  if (/^(\d)\1+$/.test(plain) || !check.thaiIdentity(plain)) return false;
  const place = number(plain, 1, 3);
  return place >= 10 && ![28, 29, 59, 68, 69, 78, 79, 87, 88, 89, 97, 98, 99].includes(place);
}

export const ASIAN_DETECTORS: readonly Detector[] = [
  { kind: "sg_nric", pattern: /(?<![A-Za-z0-9])[STFGM]\d{7}[A-Z](?![A-Za-z0-9])/gi },
  {
    kind: "sg_nric",
    pattern: /(?<![A-Za-z0-9])[A-Z]\d{7}[A-Z](?![A-Za-z0-9])/gi,
    near: /\bnric\b|\bfin\b|singapore/i,
  },
  {
    kind: "sg_uen",
    pattern: /(?<![A-Za-z0-9])(?:\d{8,9}[A-Z]|[TSR]\d{2}[A-Z]{2}\d{4}[A-Z])(?![A-Za-z0-9])/gi,
    named: /\buen\b|entity number/i,
  },
  { kind: "in_pan", pattern: /(?<![A-Za-z0-9])[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z](?![A-Za-z0-9])/g },
  {
    kind: "in_pan",
    pattern: /(?<![A-Za-z0-9])(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{10}(?![A-Za-z0-9])/g,
    near: /\bpan\b(?: (?:card|number|no))?|permanent account/i,
  },
  {
    kind: "in_aadhaar",
    pattern: /(?<![\d.-])(?<!\d )[2-9]\d{3}[- :]?\d{4}[- :]?\d{4}(?![\d.-])(?! \d)/g,
    valid: (text) => check.verhoeff(text) && !/^(\d)\1+$/.test(text.replace(/\D/g, "")),
    near: /aadhaar|aadhar|\buidai?\b|आधार/i,
  },
  {
    kind: "in_gstin",
    pattern: /(?<![A-Za-z0-9])\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z](?![A-Za-z0-9])/gi,
    valid: check.indianGstin,
  },
  {
    kind: "in_voter",
    pattern: /(?<![A-Za-z0-9])[A-Z]{3}\d{7}(?![A-Za-z0-9])/gi,
    near: /\bvoter\b|\bepic\b|elector/i,
  },
  {
    kind: "in_vehicle",
    pattern: /(?<![A-Za-z0-9])[A-Z]{2}[ -]?\d{1,2}[ -]?[A-Z]{1,3}[ -]?\d{4}(?![A-Za-z0-9])/gi,
    near: /vehicle|registration|number plate|\bcar\b/i,
  },
  {
    kind: "passport",
    pattern: /(?<![A-Za-z0-9])[A-PR-WY][1-9]\d ?\d{4}[1-9](?![A-Za-z0-9])/gi,
    named: /passport/i,
  },
  {
    kind: "passport",
    pattern: /(?<![A-Za-z0-9])[MSRODG](?:\d{8}|\d{3}[A-Z]\d{4})(?![A-Za-z0-9])/gi,
    near: /passport|여권/i,
  },
  {
    kind: "kr_rrn",
    pattern: /(?<![\d.-])\d{6}-?[1-4]\d{6}(?![\d.-])/g,
    valid: isKoreanResident,
    unless: COUNTED,
  },
  {
    kind: "th_identity",
    pattern: /(?<![\d.-])[1-8][ -]?\d{4}[ -]?\d{5}[ -]?\d{2}[ -]?\d(?![\d.-])/g,
    valid: isThaiIdentity,
    near: /\bthai|ประชาชน|\bid\b|identity|identification/i,
  },
  {
    kind: "jp_my_number",
    pattern: /(?<![\d.-])\d{4}[ -]?\d{4}[ -]?\d{4}(?![\d.-])/g,
    valid: check.japaneseMyNumber,
    named: /マイナンバー|個人番号|my number card|individual number/i,
  },
];
