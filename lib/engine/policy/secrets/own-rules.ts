import {
  entropy,
  isPlaceholder,
  looksLikeGivenPassword,
  looksLikePassphrase,
} from "@/lib/engine/policy/secrets/placeholders";

/** One shape of credential that the library does not know, or not as people write it in sentences. */
export interface SecretRule {
  kind: string;
  /** One of these stands in the text in lower case, or the rule is not tried. */
  hints: readonly string[];
  pattern: RegExp;
  /** Which group holds the secret; 0 = the whole match. */
  group: number;
  /** A last look at what matched, where the shape alone says too little. */
  confirm?: (secret: string, after: string, before: string) => boolean;
}

const rule = (
  kind: string,
  hints: string,
  pattern: RegExp,
  group = 0,
  confirm?: SecretRule["confirm"],
): SecretRule => ({ kind, hints: hints.split(" "), pattern, group, ...(confirm ? { confirm } : {}) });

/** Keys that tell their maker by their beginning. */
const BY_PREFIX: SecretRule[] = [
  rule(
    "private_key",
    "private key",
    /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  ),
  rule("age_key", "age-secret-key", /\bAGE-SECRET-KEY-1[0-9A-Z]{50,}/g),
  rule("aws_access_key", "akia asia", /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g),
  rule(
    "aws_account_id",
    "account",
    /\baws[_ -]?account[_ -]?(?:id)?["'`]?\s*(?:=>|:=|=|:|is)\s*["'`]?(\d{4}-?\d{4}-?\d{4})\b/gi,
    1,
  ),
  rule(
    "azure_credential",
    "tenant client subscription",
    /\b(?:azure|arm|aad|ad)[_-]?(?:client|tenant|subscription)[_-]?(?:id|secret)["'`]?\s*(?:=>|:=|=|:|is)\s*["'`]?([A-Za-z0-9~._-]{30,})/gi,
    1,
  ),
  rule(
    "azure_storage_key",
    "accountkey sharedaccess",
    /(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,}={0,2})/g,
    1,
  ),
  rule("cloudflare_token", "cf", /\bcf(?:at|ut|k)_[A-Za-z0-9_-]{36,}/g),
  rule("cloudflare_origin_key", "v1.0-", /\bv1\.0-[0-9a-f]{24}-[0-9a-f]{100,}\b/g),
  rule(
    "github_token",
    "gh",
    /(?<![A-Za-z0-9])(?:gh[pousr]_\d+_eyJ[A-Za-z0-9_.-]{20,}|gh[pousr]_[A-Za-z0-9_]{30,}|github_pat_[A-Za-z0-9_]{40,})/g,
  ),
  rule("gitlab_token", "gl", /\bgl(?:pat|dt|rt|ptt|ft|imt|agent|oas|soat|cbt)-[A-Za-z0-9_.-]{20,}/g),
  rule("slack_token", "xox", /\bxox[abposr]-[A-Za-z0-9-]{10,}/g),
  rule(
    "discord_webhook",
    "discord",
    /https:\/\/discord(?:app)?\.com\/api\/webhooks\/\d+\/[A-Za-z0-9_-]{30,}/g,
  ),
  rule("telegram_token", ":aa", /\b\d{8,10}:AA[A-Za-z0-9_-]{30,40}\b/g),
  rule(
    "stripe_key",
    "sk_ rk_ whsec_",
    /(?<![A-Za-z0-9])(?:[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{24,})/g,
  ),
  rule(
    "tailscale_key",
    "tskey-",
    /(?<![A-Za-z])tskey-(?:api|auth|client|scim|webhook|oauth)-[A-Za-z0-9]{8,}-[A-Za-z0-9]{16,}/g,
  ),
  rule(
    "api_key",
    "sk- pk- rk- sk_ pk_",
    /(?<![A-Za-z0-9])(?:sk|pk|rk)[-_](?:live|test|proj|ant|or|svcacct|admin|lf)?[-_]?[A-Za-z0-9_-]{20,}/g,
    0,
    (text) => {
      const rest = text.replace(
        /^[spr]k[-_](?:(?:live|test|proj|ant|or|svcacct|admin|lf)[-_])?(?:[a-z]{3,6}\d{2}-)?/,
        "",
      );
      return rest.length >= 20 && (/\d/.test(rest) || /[a-z][A-Z]/.test(rest));
    },
  ),
  rule("keepsake_key", "ks_live_", /\bks_live_[0-9a-z]{20,}_[0-9A-Za-z]{40,}/g),
  rule("google_api_key", "aiza", /\bAIza[0-9A-Za-z_-]{35}/g),
  rule("google_oauth", "gocspx ya29.", /\b(?:GOCSPX-[A-Za-z0-9_-]{28}|ya29\.[A-Za-z0-9_-]{20,})/g),
  rule("sendgrid_key", "sg.", /SG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}/g),
  rule("mailgun_key", "key-", /\bkey-[0-9a-f]{32}\b/g),
  rule("mailchimp_key", "-us", /\b[0-9a-f]{32}-us\d{1,2}\b/g),
  rule("npm_token", "npm_", /\bnpm_[A-Za-z0-9]{36}\b/g),
  rule("pypi_token", "pypi-", /\bpypi-Ag[A-Za-z0-9_-]{50,}/g),
  rule("rubygems_key", "rubygems_", /\brubygems_[0-9a-f]{48}\b/g),
  rule("crates_token", "cio", /\bcio[A-Za-z0-9]{32}\b/g),
  rule("digitalocean_token", "_v1_", /\bdo[opr]_v1_[0-9a-f]{64}\b/g),
  rule("atlassian_token", "atatt3", /\bATATT3[A-Za-z0-9_=-]{60,}/g),
  rule("airtable_token", "pat", /\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}\b/g),
  rule("sentry_token", "sntry", /\bsntry[su]_[A-Za-z0-9_+/=]{40,}/g),
  rule("planetscale_token", "pscale_", /\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{32,}/g),
  rule("supabase_token", "sbp_ sb_secret_", /\b(?:sbp_[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,})/g),
  rule("doppler_token", "dp.", /\bdp\.(?:pt|st|ct|scim|audit)\.[A-Za-z0-9._-]{40,}/g),
  rule("newrelic_key", "nra", /\bNRA[KA]-[A-Z0-9]{20,}\b/g),
  rule("square_token", "sq0", /\bsq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,}/g),
  rule("replicate_token", "r8_", /\br8_[A-Za-z0-9]{37,}\b/g),
  rule("model_provider_key", "pplx- xai- fw_ nvapi-", /\b(?:pplx-|xai-|fw_|nvapi-)[A-Za-z0-9_-]{24,}/g),
  rule("postman_key", "pmak-", /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/g),
  rule("pulumi_token", "pul-", /\bpul-[0-9a-f]{40}\b/g),
  rule("terraform_token", ".atlasv1.", /\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}/g),
  rule("dynatrace_token", "dt0", /\bdt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}\b/g),
  rule("fly_token", "fm2_ fo1_", /\b(?:fm2_|fo1_)[A-Za-z0-9+/=_-]{40,}/g),
  rule("vault_token", "hv", /\bhv[sbr]\.[A-Za-z0-9_-]{24,}/g),
  rule("docker_token", "dckr_", /\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}/g),
  rule("aliyun_key", "ltai", /\bLTAI[A-Za-z0-9]{12,26}\b/g),
  rule("tencent_key", "akid", /\bAKID[A-Za-z0-9]{28,36}\b/g),
  rule("jwt", "eyj", /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g),
  rule(
    "wallet_key",
    "0x",
    /(?<![0-9A-Za-z])0x[0-9a-fA-F]{64}(?![0-9A-Za-z])/g,
    0,
    (_, after, before) =>
      !/(?:\btx|transaction|hash|block|commit|digest|sha|交易|哈希|区块)[^.\n]{0,24}$/i.test(before) &&
      !/^[^.\n]{0,16}(?:transaction|hash)/i.test(after),
  ),
];

/** What is given away beside a telling word. */
const BY_WORDS: SecretRule[] = [
  rule(
    "url_credentials",
    "://",
    /\b[a-z][a-z0-9+.-]*:\/\/([^\s/:@"'<>]{1,80}:[^\s/"'<>]{3,120})@[^\s/"'<>@]+/gi,
    1,
    (pair, _after, _before) => {
      const [user = "", ...rest] = pair.split(":");
      const password = rest.join(":");
      if (isPlaceholder(user) || isPlaceholder(password) || /^(.)\1*$/.test(password) || password.length < 4)
        return false;
      const stands = /^(?:my|your|the)?[_-]?(?:password|passwd|pass|pwd|secret|token)$/i.test(password);
      return !(stands && /^(?:user|username|dbuser|db_user|name|login|me)$/i.test(user));
    },
  ),
  rule("bearer_token", "bearer", /\bbearer\s+([A-Za-z0-9._~+/-]{20,}=*)/gi, 1),
  rule("basic_auth", "basic", /\bauthorization["']?\s*[:=]\s*["']?basic\s+([A-Za-z0-9+/]{12,}={0,2})/gi, 1),
  rule(
    "password",
    "pass pwd secret key token credential",
    /(?<![A-Za-z])(?:password|passwd|passwort|passcode|pwd|secret[_ -]?key|secret|api[_ -]?key|access[_ -]?(?:token|key)|auth[_ -]?token|refresh[_ -]?token|client[_ -]?secret|credentials?)["'`]?\s*(?:=>|:=|=|:|→)\s*["'`“]?([^\s"'`”,;]{4,})/gi,
    1,
    (word) =>
      !isPlaceholder(word) &&
      !/^(?:required|optional|string|number|boolean|none|null|see|the|stored|must|should|\/|https?:|\()/i.test(
        word,
      ),
  ),
  rule(
    "password",
    "pass pwd secret key token",
    /(?<![A-Za-z])(?:password|passwd|passcode|pwd|passphrase|secret[_ ]?key|api[_ ]?key|access[_ ]?token|client[_ ]?secret|login)\b(?:\s+(?:for|of|to|on)\s+(?:the\s+|my\s+|our\s+)?[\w.'-]+(?:\s+[\w.'-]+)?)?\s*(?:is now|is|was|→|-|will be|set to|changed to|has changed to|to)\s+["'`“]?([^\s"'`”,;]{4,}?)(?=["'`”,;!?]|\.?(?:\s|$))/gi,
    1,
    looksLikeGivenPassword,
  ),
  rule(
    "passphrase",
    "passphrase seed mnemonic recovery",
    /\b(?:passphrase|seed (?:phrase|words)|mnemonic|recovery (?:phrase|words))\b\s*(?:is|=|:|are)\s*["'`“]?((?:[a-z]+[ -]){3,23}[a-z]+)/gi,
    1,
  ),
  rule(
    "passphrase",
    "password passwd passcode pwd",
    /(?<![A-Za-z])(?:password|passwd|passcode|pwd)\b(?:\s+(?:for|of|to|on)\s+(?:the\s+|my\s+|our\s+)?[\w.'-]+(?:\s+[\w.'-]+)?)?\s*(?:is now|is|was|=|:|set to|changed to)\s*["'`“‘]?((?:[a-z]{3,} ){3,7}[a-z]{3,})(?=["'`”’]?\s*(?:[.,;!?)\n]|$))/gi,
    1,
    looksLikePassphrase,
  ),
  rule(
    "passphrase",
    "密码 口令",
    /(?:密码|口令)(?:已经|已|现在)?\s*(?:是|为|设为|改为|改成|[:：=])\s*((?:\p{Script=Han}{1,4}[ \u3000、]){3,}\p{Script=Han}{1,4})(?=\s*(?:[。，,.!！]|$))/gu,
    1,
  ),
  rule("passphrase", "助记词", /助记词\s*(?:是|为|[:：=])?\s*((?:[a-z]+[ ,，、]){5,23}[a-z]+)/gi, 1),
  rule(
    "password",
    "密码 口令 密钥 令牌 暗号",
    /(?:密码|口令|密钥|令牌|暗号)(?:已经|已|现在|都)?\s*(?:是|为|设为|设成|设置为|改为|改成|换成|就是|用的是|用|[:：=])\s*["'“‘「]?([\x21\x23-\x26\x28-\x7e]{4,})/g,
    1,
    (word) => !isPlaceholder(word) && !/^(?:https?:|required|optional)/i.test(word),
  ),
  rule(
    "password",
    "密码 口令 密钥 令牌 暗号",
    /(?:密码|口令|密钥|令牌|暗号)(?:已经|已|现在|都)?\s*(?:是|为|设为|设成|设置为|改为|改成|换成|就是|[:：=])\s*["“‘「]([^"”’」\n]{2,40})["”’」]/g,
    1,
  ),
  rule("pin", "pin", /\bpin(?:[ -]?(?:code|number|码))?\b\s*(?:is|=|:|：|是|为)\s*(\d{4,8})\b/gi, 1),
  rule("pin", "密码 pin", /(?:取款|支付|交易|锁屏|开机|门禁|银行卡|查询)密码[^0-9\n]{0,6}(\d{4,8})/g, 1),
  rule("card_code", "cvv cvc 安全码", /(?:\bcvv2?|\bcvc2?|安全码)\s*(?:is|=|:|：|是|为)?\s*(\d{3,4})\b/gi, 1),
  rule(
    "one_time_code",
    "one time code otp 2fa pin passcode",
    /\b(?:one[- ]time (?:code|password|passcode|pin)|verification (?:code|pin)|security code|confirmation code|authentication code|auth code|otp|2fa code|mfa code|login code|sign[- ]in code|sms code)\b[^0-9\n]{0,20}(\d[\d -]{2,9}\d)/gi,
    1,
  ),
  rule(
    "one_time_code",
    "code",
    /(?<![\d.-])(\d{3}[ -]?\d{3}|\d{4,8})\s+(?:is|as) (?:your|the|my) [\w ]{0,30}?(?:code|otp|pin|password)\b/gi,
    1,
  ),
  rule(
    "one_time_code",
    "验证码 动态码 校验码 一次性 短信码",
    /(?:验证码|动态码|动态密码|校验码|一次性密码|短信码|一次性验证码)[^0-9\n]{0,10}(\d[\d -]{2,8}\d)/g,
    1,
  ),
  rule(
    "one_time_code",
    "验证码 动态码 校验码",
    /(?<!\d)(\d{4,8})\s*(?:是|为|[（(【])[^\n0-9]{0,12}(?:验证码|动态码|校验码)/g,
    1,
  ),
];

const NOT_SECRET_NAME =
  /(?:primary|foreign|public|partition|sort|cache|idempotency|dedupe|object|lookup|index|row|map|event|node|message|i18n|translation|ssh-ed25519|host|short|hot|arrow|license|max|token_?(?:count|budget|limit)|keyword|keyboard|monkey|turkey|author)/i;

/** Any assignment to a telling name of what looks made by chance. */
const ASSIGNMENTS: SecretRule[] = [
  {
    kind: "credential",
    hints: ["key", "token", "secret", "auth", "cred", "passw", "pwd"],
    pattern:
      /(?<![A-Za-z0-9])([A-Za-z0-9_.-]{0,40}(?:key|token|secret|credential|auth|passw(?:or)?d|pwd)[A-Za-z0-9_-]{0,20})["'`]?\s*(?:=>|:=|=|:)\s*["'`]?([A-Za-z0-9+/=_.~-]{16,200})/gi,
    group: 2,
    confirm: (secret, _after, before) => {
      if (isPlaceholder(secret) || NOT_SECRET_NAME.test(before.slice(-60))) return false;
      if (!/\d/.test(secret) || !/[a-z]/i.test(secret)) return false;
      if (
        /^[0-9a-f]{8}-[0-9a-f]{4}-|^\d{4}-\d{2}-\d{2}|^[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}$|^[a-z]+(?:[-_.][a-z0-9]{1,8})+$/i.test(
          secret,
        )
      )
        return false;
      return entropy(secret) >= 3.5;
    },
  },
];

export const OWN_RULES: readonly SecretRule[] = [...BY_PREFIX, ...BY_WORDS, ...ASSIGNMENTS];
