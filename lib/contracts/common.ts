import { SCOPE_GRANT, SCOPE_NAME, SCOPE_TYPES, SOURCE_TYPES } from "@/lib/contracts/choices";
import { z } from "zod";

/** What both the database and the wire can write; a day of margin at each end is left to offsets. */
function isStorable(date: Date): boolean {
  return date >= new Date("0001-01-02T00:00:00Z") && date <= new Date("9999-12-30T00:00:00Z");
}

/** RFC 3339 with an offset. A time without one is refused: nobody can say which instant it means. */
export const instant = z.iso
  .datetime({
    offset: true,
    error: "an RFC 3339 instant with an offset is needed, such as 2026-11-29T14:00:00Z",
  })
  .refine((text) => isStorable(new Date(text)), {
    error: "an instant from the year 1 to the year 9999 is needed",
  })
  .meta({ description: "RFC 3339 instant with offset" });

const ID_TAIL = "[0-9a-hjkmnp-tv-z]{26}";
export const idOf = (prefix: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_${ID_TAIL}$`), { error: `an id that starts with ${prefix}_ is needed` });

export type ScopeType = (typeof SCOPE_TYPES)[number];

export const scope = z
  .string()
  .regex(new RegExp(`^(${SCOPE_TYPES.join("|")}):${SCOPE_NAME}$`, "u"), {
    error: `a scope such as project:atlas is needed; the type is one of ${SCOPE_TYPES.join(", ")}`,
  })
  .refine((text) => !text.endsWith(":*"), {
    error: "a scope names one thing; a wildcard belongs to a key's grants",
  })
  .meta({ description: "type:id" });

/** What a credential holds: one exact scope, or a whole type (`user:*`). No other wildcard. */
export const scopeGrant = z.string().regex(SCOPE_GRANT, {
  error: "a whole type (user:*) or one exact scope (project:atlas) is needed",
});

export const subject = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]+$/u, { error: "control characters are not allowed in a subject" })
  .meta({ description: "user:ID, project:ID, entity:NAME, or a plain name" });

/** Words of a person or a page: long enough for a document, too short to exhaust the server. */
export const longText = z.string().min(1).max(200_000);
export const shortText = z.string().max(2_000);

export const sourceType = z.enum(SOURCE_TYPES);
export type SourceType = z.infer<typeof sourceType>;

export const KINDS = ["semantic", "episodic", "procedural"] as const;
export const kind = z.enum(KINDS);
export type Kind = z.infer<typeof kind>;

export const CONFIRMATIONS = ["observed", "inferred", "confirmed", "revoked"] as const;
export const confirmation = z.enum(CONFIRMATIONS);
export type Confirmation = z.infer<typeof confirmation>;

export const STATUSES = [
  "candidate",
  "pending_approval",
  "quarantined",
  "active",
  "superseded",
  "expired",
  "revoked",
  "archived",
  "deleted",
] as const;
export const status = z.enum(STATUSES);
export type Status = z.infer<typeof status>;

export const SENSITIVITIES = ["low", "medium", "high"] as const;
export const sensitivity = z.enum(SENSITIVITIES);
export type Sensitivity = z.infer<typeof sensitivity>;

export const riskLevel = z.enum(["low", "medium", "high"]);
export type RiskLevel = z.infer<typeof riskLevel>;

export const timeZone = z
  .string()
  .max(60)
  .refine(
    (name) => {
      try {
        new Intl.DateTimeFormat("en", { timeZone: name });
        return true;
      } catch {
        return false;
      }
    },
    { error: "an IANA time zone such as Asia/Shanghai is needed" },
  );

/** A number that is written out in full may be a card or an identity: rounded, nobody could tell any more. */
const WRITTEN_OUT = 1e21;

/** Whole numbers that lost digits when they were read: JSON holds them, a double does not. */
function lostDigits(value: unknown): boolean {
  if (typeof value === "number")
    return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < WRITTEN_OUT;
  if (value === null || typeof value !== "object") return false;
  return Object.values(value).some(lostDigits);
}

/** Any JSON whose numbers are what was sent. */
export const exactJson = z.json().refine((value) => !lostDigits(value), {
  error: "a whole number of more than 15 digits is not kept exactly: send it as a string",
});

/** Any JSON, bounded: what is remembered is a fact, not a file. */
export const jsonValue = exactJson
  .refine((value) => value !== null, { error: "a value is needed" })
  .refine((value) => JSON.stringify(value).length <= 20_000, { error: "at most 20,000 characters of JSON" });
export const metadata = z
  .record(z.string().max(100), exactJson)
  .refine((value) => JSON.stringify(value).length <= 10_000, {
    error: "at most 10,000 characters of JSON",
  });

export const fieldError = z.object({ path: z.string(), message: z.string() });
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    code: z.string(),
    detail: z.string(),
    request_id: z.string(),
    errors: z.array(fieldError).optional(),
  })
  .meta({ description: "application/problem+json (RFC 9457)" });
export type Problem = z.infer<typeof problem>;

/** A page of a list. `total` is exact. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable(), total: z.number().int() });
}
export interface Page<T> {
  items: T[];
  next_cursor: string | null;
  total: number;
}

/** Query strings carry text only: "20" becomes 20, "true" becomes true, everything else is refused. */
export const queryInteger = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: `a whole number from ${min} to ${max} is needed` })
    .transform(Number)
    .pipe(z.number().int().min(min).max(max));
export const cursor = z.string().max(500);

/** Memories and events that something was made from: it is worth at most the least of them. */
export const derivedFrom = z
  .array(
    z.string().regex(new RegExp(`^(mem|evt)_${ID_TAIL}$`), {
      error: "the id of a memory or of an event is needed",
    }),
  )
  .max(50);
