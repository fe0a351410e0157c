/** Check digits of numbers that name people and accounts. Each takes the number as found; separators are ignored. */
const digitsOf = (text: string): number[] => [...text.replace(/\D/g, "")].map(Number);
const weigh = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0);

/** ISO/IEC 7812-1. */
export function luhn(text: string): boolean {
  const sum = digitsOf(text)
    .reverse()
    .reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return sum % 10 === 0;
}

/** ISO 13616: an IBAN read as one number leaves 1 by 97. */
export function mod97(text: string): boolean {
  const plain = text.replace(/\s|-/g, "").toUpperCase();
  const moved = plain.slice(4) + plain.slice(0, 4);
  let rest = 0;
  for (const char of moved) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

const DIHEDRAL = [
  "0123456789",
  "1234067895",
  "2340178956",
  "3401289567",
  "4012395678",
  "5987604321",
  "6598710432",
  "7659821043",
  "8765932104",
  "9876543210",
];
const PERMUTED = [
  "0123456789",
  "1576283094",
  "5803796142",
  "8916043527",
  "9453126870",
  "4286573901",
  "2793806415",
  "7046913258",
];

/** Verhoeff, as Aadhaar uses it. */
export function verhoeff(text: string): boolean {
  const check = digitsOf(text)
    .reverse()
    .reduce((sum, digit, at) => Number(DIHEDRAL[sum]?.[Number(PERMUTED[at % 8]?.[digit])]), 0);
  return check === 0;
}

/** GB 11643: weights 2^i mod 11 from the right, X for ten. */
export function chineseIdentity(text: string): boolean {
  const plain = text.replace(/[\s-]/g, "").toUpperCase();
  const sum = weigh(digitsOf(plain.slice(0, 17)), [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return "10X98765432"[sum % 11] === plain[17];
}

export const australianTaxFile = (text: string) =>
  weigh(digitsOf(text), [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0;
export function australianBusiness(text: string): boolean {
  const digits = digitsOf(text);
  digits[0] = (digits[0] ?? 0) - 1;
  return weigh(digits, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0;
}
export function australianCompany(text: string): boolean {
  const digits = digitsOf(text);
  return (10 - (weigh(digits, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10 === digits[8];
}
export function australianMedicare(text: string): boolean {
  const digits = digitsOf(text);
  return weigh(digits, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === digits[8];
}
export function britishHealth(text: string): boolean {
  const digits = digitsOf(text);
  const check = 11 - (weigh(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return (check === 11 ? 0 : check) === digits[9];
}
export function polishPesel(text: string): boolean {
  const digits = digitsOf(text);
  return weigh(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0 && digits.length === 11;
}
export function thaiIdentity(text: string): boolean {
  const digits = digitsOf(text);
  return (11 - (weigh(digits, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === digits[12];
}

const NIF_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";
export function spanishNif(text: string): boolean {
  const plain = text.replace(/[\s-]/g, "").toUpperCase();
  return NIF_LETTERS[Number(plain.slice(0, -1)) % 23] === plain.at(-1);
}
export function spanishNie(text: string): boolean {
  const plain = text.replace(/[\s-]/g, "").toUpperCase();
  return spanishNif(`${"XYZ".indexOf(plain[0] ?? "")}${plain.slice(1)}`);
}
export function finnishIdentity(text: string): boolean {
  const digits = text.replace(/\D/g, "").slice(0, 9);
  return "0123456789ABCDEFHJKLMNPRSTUVWXY"[Number(digits) % 31] === text.at(-1)?.toUpperCase();
}
export function brazilianCpf(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 11 || new Set(digits).size === 1) return false;
  const check = (count: number) => {
    const sum = digits.slice(0, count).reduce((total, digit, at) => total + digit * (count + 1 - at), 0);
    return ((sum * 10) % 11) % 10;
  };
  return check(9) === digits[9] && check(10) === digits[10];
}
/** ISO 7064 MOD 11,10. */
export function germanTaxId(text: string): boolean {
  const digits = digitsOf(text);
  let product = 10;
  for (const digit of digits.slice(0, 10)) {
    const sum = (digit + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === digits[10] && digits[0] !== 0;
}
export function frenchNir(text: string): boolean {
  const plain = text.replace(/[\s.]/g, "").toUpperCase().replace("2A", "19").replace("2B", "18");
  return 97n - (BigInt(plain.slice(0, 13)) % 97n) === BigInt(plain.slice(13));
}
export function taiwaneseIdentity(text: string): boolean {
  const place = "ABCDEFGHJKLMNPQRSTUVXYWZIO".indexOf(text[0]?.toUpperCase() ?? "") + 10;
  const digits = [Math.floor(place / 10), place % 10, ...digitsOf(text.slice(1))];
  return weigh(digits, [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]) % 10 === 0;
}
export function japaneseMyNumber(text: string): boolean {
  const digits = digitsOf(text);
  const rest = weigh(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest <= 1 ? 0 : 11 - rest) === digits[11];
}
export function indianGstin(text: string): boolean {
  const sum = [...text.toUpperCase().slice(0, 14)].reduce((total, char, at) => {
    const value = Number.parseInt(char, 36) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(value / 36) + (value % 36);
  }, 0);
  return ((36 - (sum % 36)) % 36).toString(36).toUpperCase() === text.at(-1)?.toUpperCase();
}

/** A day that exists, by its parts. */
export function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
