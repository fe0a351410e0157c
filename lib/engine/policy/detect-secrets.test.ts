import { describe, expect, it } from "vitest";
import { findSecrets, maskSecrets, maskSecretsIn } from "@/lib/engine/policy/detect-secrets";

/** Built from parts: whole, they would be taken for real ones by scanners of repositories. */
const join = (...parts: string[]) => parts.join("");
const letters = "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zC0bD";
const long = letters.repeat(4);

const SECRETS: [name: string, text: string][] = [
  ["AWS key id", join("AK", "IA", "IOSFODNN7ABCDEFG")],
  ["AWS account", join("aws_account_id = ", "1234", "-5678-9012")],
  ["GitHub", join("gh", "p_", long.slice(0, 36))],
  ["GitHub app", join("gh", "s_12345_", "eyJhbGciOiJSUzI1NiJ9.eyJpYXQiOjE3NDU1NjgwMDB9.", long.slice(0, 40))],
  ["GitLab", join("gl", "pat-", long.slice(0, 20))],
  ["Slack", join("xo", "xb-", "123456789012-", letters.slice(0, 24))],
  ["OpenAI", join("sk", "-proj-", long.slice(0, 60))],
  ["Stripe", join("sk", "_live_", letters.slice(0, 24))],
  ["Google", join("AI", "za", long.slice(0, 35))],
  ["Cloudflare", join("cf", "ut_", long.slice(0, 48))],
  ["Tailscale", join("MY_ts", "key-auth-", letters.slice(0, 12), "-", letters.slice(0, 24))],
  ["Databricks", join("token: da", "pi", "0123456789abcdef".repeat(2))],
  ["Vault", join("hv", "s.", long.slice(0, 90))],
  ["SendGrid", join("S", "G.", long.slice(0, 22), ".", long.slice(0, 43))],
  ["JWT", join("ey", "JhbGciOiJIUzI1NiJ9", ".ey", "JzdWIiOiIxMjM0NTY3ODkwIn0", ".", letters)],
  ["private key", join("-----BEGIN RSA ", "PRIVATE KEY-----\n", long, "\n-----END RSA ", "PRIVATE KEY-----")],
  ["wallet key", join("my key 0", "x", "1a2b3c4d".repeat(8))],
  ["database", join("postgres", "://app:", "s3cr3tPw0rd", "@db.example.org:5432/app")],
  ["queue", join("amqp", "://worker:", "Tr0ub4dor", "@mq.internal:5672")],
  ["ftps", join("ftps", "://admin:", "password", "@files.internal.org/x")],
  ["bearer", join("Authorization: Bearer ", letters)],
  ["azure", join('azureClientSecret := "', long.slice(0, 40), '"')],
  ["environment", join("DB_PASS", "WORD=", "m42plozzzwd")],
  ["assignment", join("session_secret", ": '", long.slice(0, 44), "'")],
  ["sentence", "my wifi password is hunter22, tell nobody"],
  ["plain word", "the password is swordfish."],
  ["changed", "I changed my password to Tiger99!"],
  ["passphrase", "the passphrase is correct horse battery staple"],
  ["pin", "my pin is 4821"],
  ["code", "your verification code: 482913"],
  ["code first", "482913 is your login code"],
  ["Chinese password", "我的登录密码是abc12345，别告诉别人"],
  ["Chinese phrase", "口令：“芝麻开门”"],
  ["Chinese code", "验证码：482913"],
  ["Chinese pin", "取款密码 482913"],
  ["full width", join("ＡＫ", "ＩＡ", "IOSFODNN7ABCDEFG")],
  ["split by hidden characters", join("AK", "\u200b", "IA", "IOSFODNN7\u2060ABCDEFG")],
  ["that asks not to be looked at", join("// secretlint-disable\n", "gh", "p_", long.slice(0, 36))],
];

const HARMLESS = [
  "password is required",
  "The password is stored in the vault.",
  "the password to the portal was reset yesterday",
  "api_key: string",
  "the token budget is 4000",
  "primary_key: article_id_12345_abcd",
  "idempotency_key: evt-2026-11-29-abc1",
  "密码是每个月更换一次",
  "The key idea is to be clear; the secret is patience",
  "https://username:password@example.com/api",
  "https://$" + "{user}:$" + "{password}@api.example.com",
  "commit 3f1c0a9d8e7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d",
  join("transaction 0", "x", "1a2b3c4d".repeat(8)),
  "order 482913 is your order number",
  "the sk-learn-contrib pipeline and pk_article",
  "mem_01k4abcdefghjkmnpqrstvwxyz",
];

describe("secrets", () => {
  it.each(SECRETS)("masks: %s", (_, text) => {
    const masked = maskSecrets(text);
    expect(masked.kinds.length).toBeGreaterThan(0);
    expect(masked.text).toContain("[secret removed: ");
    expect(findSecrets(masked.text)).toEqual([]);
  });
  it.each(HARMLESS)("leaves alone: %s", (text) => {
    expect(maskSecrets(text)).toEqual({ text, kinds: [] });
  });
  it("masks a bare value, text or number, that its name gives away", () => {
    const masked = maskSecretsIn({ wifi_password: "hunter22", otp: 482913, note: "hunter22", count: 482913 });
    expect(masked.value).toMatchObject({ note: "hunter22", count: 482913 });
    expect(JSON.stringify(masked.value)).not.toMatch(/"wifi_password":"hunter22"|"otp":482913/);
  });
  it.each([
    "my password is correct horse battery staple",
    "The password for staging is velvet anchor prism goose.",
    "WiFi password: 'purple monkey dishwasher soup'",
    "密码是 正确 马 电池 订书钉",
  ])("masks plain words that are called a password: %s", (text) => {
    expect(maskSecrets(text).kinds).toEqual(["passphrase"]);
  });

  it.each([
    "correct horse battery staple is a comic",
    "The password is stored in the vault",
    "The password is rotated once every quarter",
    "my password is the name of my dog",
  ])("leaves what is only said of one: %s", (text) => {
    expect(maskSecrets(text).text).toBe(text);
  });

  it("masks all of several", () => {
    const { kinds } = maskSecrets(`${SECRETS[0]?.[1]} and ${SECRETS[2]?.[1]}, pin is 4821`);
    expect(kinds).toEqual(["aws_access_key", "github", "pin"]);
  });
});
