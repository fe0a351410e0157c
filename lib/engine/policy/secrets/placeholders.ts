/** Shannon entropy in bits for each character. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const PLACEHOLDER =
  /^(?:\$|%|<|\{|\[|\(|\*{2,}|x{3,}|\.{3,}|your[_-]|my[_-]?(?:password|secret|token|key)|replace|change|example|sample|dummy|placeholder|todo|redacted|removed|null|none|undefined|true|false|process\.|os\.|env\.)|^(.)\1+$/i;

/** Something that stands where a secret would be put: `${TOKEN}`, `<password>`, `your_password`, `****`. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text) || text.includes("${") || text.includes("{{");
}

/** What follows "the password is …" when nothing is given away. */
const SAID_OF_A_PASSWORD = new Set(
  `required wrong incorrect expired invalid missing mandatory optional stored needed reset changed correct empty blank
  unknown hidden safe secret kept managed rotated hashed encrypted shared the a an in not too very for from on to at of
  and or with by always never being valid weak strong long short same different your my their case used set sent saved
  left asked only good bad ok okay fine up also still now there here available protected generated provided forgotten
  lost known known, something somewhere what that this it`.split(/\s+/),
);

/** Whether a word after "password is" gives one away: it has a digit, a sign or mixed case, or ends what is said. */
export function looksLikeGivenPassword(word: string, after: string): boolean {
  if (isPlaceholder(word)) return false;
  if (SAID_OF_A_PASSWORD.has(word.toLowerCase())) return false;
  if (/\d|[^\p{L}]/u.test(word) || /\p{Ll}\p{Lu}/u.test(word)) return true;
  return /^\s*(?:["'`”’]|[.,;!?)]|$|\n)/.test(after);
}

/** Words that bind a sentence together: where one stands among them, something is told and nothing given away. */
const BINDING = new Set(
  `the and for not with from that this your you our their his her its was were are has have had will shall must should
  can may who when where what which than then into onto over about after before only every all any each but never
  always yet still now very too being been they she him them`.split(/\s+/),
);
const HAPPENED_TO_IT = new Set(
  `required stored needed reset changed hidden kept managed rotated hashed encrypted shared set sent saved left asked
  provided generated protected forgotten lost known expired written entered checked`.split(/\s+/),
);

/** Whether plain words after "password is" are one: a handful that say nothing together. */
export function looksLikePassphrase(words: string): boolean {
  const each = words.toLowerCase().split(" ");
  return !each.some((word) => BINDING.has(word)) && !HAPPENED_TO_IT.has(each[0] ?? "");
}
