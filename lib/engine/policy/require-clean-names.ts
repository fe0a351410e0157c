import { EngineError } from "@/lib/engine/errors";
import { maskSecrets } from "@/lib/engine/policy/detect-secrets";

/**
 * Names cannot be masked: scope, subject, predicate and their like decide where something belongs and who finds it. One
 * that holds a credential is refused before anything is stored.
 * @throws EngineError `meaningless` naming the fields, never the secret
 */
export function requireCleanNames(names: Record<string, string | readonly string[] | undefined>): void {
  const fields = Object.entries(names).flatMap(([path, value]) => {
    const texts = typeof value === "string" ? [value] : (value ?? []);
    return texts.some((text) => maskSecrets(text).kinds.length > 0)
      ? [{ path, message: "holds a secret" }]
      : [];
  });
  if (fields.length === 0) return;
  throw new EngineError(
    "meaningless",
    "A name holds a secret. Nothing was stored: name it without the secret.",
    { fields },
  );
}
