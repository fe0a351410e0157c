/**
 * What a choice may be, as plain values: for pages too, which would ship a whole validator with the schemas. The schemas
 * are made of these.
 */
export const SOURCE_TYPES = [
  "user_confirmation",
  "user_statement",
  "approval",
  "verified_db",
  "system_event",
  "internal_tool",
  "import",
  "agent_inference",
  "external_content",
] as const;

export const SCOPE_TYPES = ["user", "project", "run", "team", "agent", "org"] as const;

/** No control characters anywhere a name is expected; `%`, `_` and `*` are ordinary letters of an id. */
export const SCOPE_NAME = "[^\\s\\p{Cc}][^\\p{Cc}]{0,198}";

/** What a credential holds: one exact scope, or a whole type (`user:*`). No other wildcard. */
export const SCOPE_GRANT = new RegExp(`^(${SCOPE_TYPES.join("|")}):(\\*|${SCOPE_NAME})$`, "u");

export const ROLES = ["user", "viewer", "reviewer", "privacy_officer", "admin"] as const;
/** For how long an old key works beside its successor. */
export const OVERLAP_HOURS = [0, 1, 24, 168] as const;
export const REVEAL_REASONS = ["person_asked", "complaint", "incident", "legal_duty", "quality"] as const;
export const HOLD_REASONS = ["litigation", "regulator", "investigation", "contract"] as const;
export const CHANNELS = ["structured", "full_text", "vector", "relation"] as const;
export const MEMORY_SORTS = ["changed", "learned", "used", "text"] as const;
export const THEMES = ["system", "light", "dark"] as const;
export const DENSITIES = ["regular", "compact"] as const;
