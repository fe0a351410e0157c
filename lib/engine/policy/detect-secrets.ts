/**
 * Credentials and one-time codes. They are masked before anything is stored, queued, logged or embedded. Kinds of
 * shape, not a list of vendors alone: a passphrase in a sentence is a secret too.
 */
interface SecretRule {
  kind: string;
  pattern: RegExp;
  /** Which group holds the secret; 0 = the whole match. */
  group: number;
  /** A last look at what matched, where the shape alone says too little. */
  confirm?: (text: string) => boolean;
}

/** The check digit of payment cards (ISO/IEC 7812-1, Luhn). */
function passesLuhn(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = digit * 2;
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length >= 13 && digits.length <= 19 && sum % 10 === 0;
}

const RULES: SecretRule[] = [
  {
    kind: "payment_card",
    pattern: /(?<![\d.-])[3-6]\d{3}(?:[ -]?\d){9,15}(?![\d.-]*\d)/g,
    group: 0,
    confirm: passesLuhn,
  },
  {
    kind: "private_key",
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
    group: 0,
  },
  { kind: "aws_access_key", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, group: 0 },
  {
    kind: "github_token",
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,})\b/g,
    group: 0,
  },
  { kind: "slack_token", pattern: /\bxox[abposr]-[A-Za-z0-9-]{10,}/g, group: 0 },
  {
    kind: "api_key",
    pattern: /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{20,}/g,
    group: 0,
  },
  { kind: "keepsake_key", pattern: /\bks_live_[0-9a-z]{20,}_[0-9A-Za-z]{40,}/g, group: 0 },
  { kind: "google_api_key", pattern: /\bAIza[0-9A-Za-z_-]{35}\b/g, group: 0 },
  { kind: "jwt", pattern: /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g, group: 0 },
  { kind: "url_credentials", pattern: /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:([^\s/@]{3,})@/gi, group: 1 },
  { kind: "bearer_token", pattern: /\bbearer\s+([A-Za-z0-9._~+/-]{20,}=*)/gi, group: 1 },
  {
    kind: "password",
    pattern:
      /\b(?:password|passwd|passphrase|pwd|secret[_ ]?key|api[_ ]?key|access[_ ]?token|client[_ ]?secret)\b\s*(?:is|=|:|→|-)\s*["'`“]?([^\s"'`”,;]{4,})/gi,
    group: 1,
  },
  {
    kind: "password",
    pattern: /(?:密码|口令|密钥|令牌)\s*(?:是|为|[:：=])\s*["'“‘]?([^\s"'”’，。；,;]{4,})/g,
    group: 1,
  },
  {
    kind: "one_time_code",
    pattern:
      /\b(?:one[- ]time (?:code|password)|verification code|security code|otp|2fa code|login code)\b[^0-9\n]{0,20}(\d[\d -]{2,9}\d)/gi,
    group: 1,
  },
  { kind: "one_time_code", pattern: /(?:验证码|动态码|校验码|一次性密码)[^0-9\n]{0,10}(\d{4,8})/g, group: 1 },
];

export interface MaskedText {
  text: string;
  /** Kinds found, in order, without the secrets themselves. */
  kinds: string[];
}

/** Replaces each secret by `[secret removed: kind]`. */
export function maskSecrets(text: string): MaskedText {
  let masked = text;
  const kinds: string[] = [];
  for (const rule of RULES) {
    masked = masked.replace(rule.pattern, (match: string, ...groups: unknown[]) => {
      const secret = rule.group === 0 ? match : groups[rule.group - 1];
      if (typeof secret !== "string" || secret.startsWith("[secret removed")) return match;
      if (rule.confirm && !rule.confirm(secret)) return match;
      kinds.push(rule.kind);
      return match.replace(secret, () => `[secret removed: ${rule.kind}]`);
    });
  }
  return { text: masked, kinds };
}

/** The same over any JSON: every string and every key is looked at, also a pair such as {"password": "…"}. */
export function maskSecretsIn(value: unknown): { value: unknown; kinds: string[] } {
  const kinds: string[] = [];
  const walk = (node: unknown, name: string | null): unknown => {
    if (typeof node === "string") {
      const direct = maskSecrets(node);
      if (direct.kinds.length > 0 || name === null) {
        kinds.push(...direct.kinds);
        return direct.text;
      }
      // A bare value under a telling name is a secret although the value alone does not look like one.
      const named = maskSecrets(`${name}: ${node}`);
      if (named.kinds.length > 0) {
        kinds.push(...named.kinds);
        return `[secret removed: ${named.kinds[0]}]`;
      }
      return node;
    }
    if (Array.isArray(node)) return node.map((item) => walk(item, name));
    if (node !== null && typeof node === "object") {
      return Object.fromEntries(
        Object.entries(node).map(([key, item]) => {
          const maskedKey = maskSecrets(key);
          kinds.push(...maskedKey.kinds);
          return [maskedKey.text, walk(item, key.replace(/[_-]+/g, " "))];
        }),
      );
    }
    return node;
  };
  return { value: walk(value, null), kinds };
}
