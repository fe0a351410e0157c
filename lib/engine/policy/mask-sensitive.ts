import { maskSecrets, maskSecretsIn } from "@/lib/engine/policy/detect-secrets";
import { redactPersonalData } from "@/lib/engine/policy/personal-data/redact-personal-data";

/** For words that are kept but never remembered: reasons, notes, the questions in a trace. Secrets and personal data go. */
export function maskSensitiveIn(value: unknown): { value: unknown; kinds: string[] } {
  const masked = maskSecretsIn(value);
  const redacted = redactPersonalData(masked.value);
  return { value: redacted.value, kinds: [...masked.kinds, ...redacted.kinds] };
}

export function maskSensitive(text: string): string {
  return redactPersonalData(maskSecrets(text).text).value;
}
