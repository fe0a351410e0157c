import { EngineError } from "@/lib/engine/errors";
import { maskSecrets } from "@/lib/engine/policy/detect-secrets";
import { findPersonalData } from "@/lib/engine/policy/personal-data/find-personal-data";

/** Says what a thing is called, not who somebody is: there is no reason for personal data in it. */
const NAMES_NOBODY = /(?:^|\.)predicate$/;

/** A thing: whoever names one by an address or a number of somebody's names a person where nobody looks for one. */
const NAMES_A_THING = /^entity:/;
const SOMEBODYS = new Set(["email", "phone"]);

/** What people are commonly named by in other systems: an address may be somebody's id here. */
const MAY_NAME = new Set(["email", "phone", "ip_address", "mac_address", "crypto_address"]);

/**
 * Other systems name things by numbers and by random letters and digits, a few of which look like somebody's number: part
 * of a longer id, letters in lower case among digits, or up to ten digits and nothing else.
 */
function isOfAnId(name: string, { start, end }: { start: number; end: number }): boolean {
  const found = name.slice(start, end);
  const longer = /[a-z0-9]/i.test(name.charAt(start - 1) + name.charAt(end));
  return (
    /^[a-z0-9]+$/i.test(found) &&
    (longer || (/[a-z]/.test(found) && !/^\d{17}x$/.test(found)) || /^\d{1,10}$/.test(found))
  );
}

/**
 * Names cannot be masked: scope, subject, predicate and their like decide where something belongs and who finds it. One
 * that holds a credential, or a number that identifies a person, is refused before anything is stored.
 * @throws EngineError `meaningless` naming the fields, never the secret
 */
export function requireCleanNames(names: Record<string, string | readonly string[] | undefined>): void {
  const fields = Object.entries(names).flatMap(([path, value]) => {
    const texts = typeof value === "string" ? [value] : (value ?? []);
    if (texts.some((text) => maskSecrets(text).kinds.length > 0))
      return [{ path, message: "holds a secret" }];
    // Without the type before the colon it stands alone, as it would in a field of its own.
    const person = texts.some((text) =>
      [text, text.slice(text.indexOf(":") + 1)].some((part) =>
        findPersonalData(part).some(
          (span) =>
            !isOfAnId(part, span) &&
            (NAMES_NOBODY.test(path) ||
              !MAY_NAME.has(span.kind) ||
              (NAMES_A_THING.test(text) && SOMEBODYS.has(span.kind))),
        ),
      ),
    );
    return person ? [{ path, message: "holds personal data" }] : [];
  });
  if (fields.length === 0) return;
  throw new EngineError(
    "meaningless",
    "A name holds a secret or personal data. Nothing was stored: name it without.",
    { fields },
  );
}
