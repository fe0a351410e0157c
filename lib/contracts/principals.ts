import { ROLES } from "@/lib/contracts/choices";
import { z } from "zod";
import { idOf, instant, pageOf, scopeGrant, sourceType, timeZone } from "@/lib/contracts/common";

export const role = z.enum(ROLES);
export type Role = z.infer<typeof role>;
export const writeMode = z.enum(["full", "propose", "none"]);
export const locale = z.enum(["en", "zh-CN"]);
export type Locale = z.infer<typeof locale>;

export const slug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, { error: "lower-case letters, digits and dashes are needed" });
/** A tenant by its slug or its id. */
export const tenantRef = z.string().min(1).max(64);
const displayName = z.string().min(1).max(120);

export const createTenantInput = z.strictObject({ slug, name: displayName });
export const createTenantOutput = z.object({ tenant_id: z.string(), slug: z.string() });

export const createUserInput = z.strictObject({
  tenant: tenantRef,
  email: z.email().max(254),
  password: z.string().min(10).max(200),
  external_id: z
    .string()
    .regex(/^[^\s\p{Cc}:*][^\p{Cc}*]{0,118}$/u)
    .optional(),
  display_name: displayName.optional(),
  roles: z.array(role).min(1),
  scopes: z.array(scopeGrant).max(100).optional(),
  locale: locale.optional(),
  time_zone: timeZone.optional(),
});
export type CreateUserInput = z.infer<typeof createUserInput>;
export const createUserOutput = z.object({ user_id: z.string(), external_id: z.string(), scope: z.string() });

/** The first organisation of an installation and the person who runs it. */
export const foundOrganisationInput = z.strictObject({
  organisation: displayName,
  slug,
  display_name: displayName,
  email: z.email().max(254),
  password: z.string().min(10).max(200),
  locale: locale.optional(),
  time_zone: timeZone.optional(),
});
export type FoundOrganisationInput = z.infer<typeof foundOrganisationInput>;

export const createAgentInput = z.strictObject({
  tenant: tenantRef,
  name: displayName,
  scopes: z.array(scopeGrant).min(1).max(100),
  purposes: z.array(z.string().max(120)).max(50).optional(),
  source_types: z.array(sourceType).optional(),
  write_mode: writeMode.optional(),
});
export type CreateAgentInput = z.infer<typeof createAgentInput>;
export const createAgentOutput = z.object({ agent_id: z.string() });

export const createKeyInput = z.strictObject({
  name: z.string().max(120).optional(),
  expires_at: instant.optional(),
  rate_per_minute: z.number().int().min(0).max(1_000_000).optional(),
});
export type CreateKeyInput = z.infer<typeof createKeyInput>;
export const createKeyOutput = z.object({ key_id: z.string(), secret: z.string() });
export const revokeKeyOutput = z.object({ key_id: z.string(), revoked_at: instant });

export const agentKey = z.object({
  key_id: z.string(),
  name: z.string().nullable(),
  prefix: z.string(),
  last4: z.string(),
  created_at: instant,
  expires_at: instant.nullable(),
  revoked_at: instant.nullable(),
  last_used_at: instant.nullable(),
  rate_per_minute: z.number().int(),
});
export type AgentKey = z.infer<typeof agentKey>;
export const agent = z.object({
  agent_id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  purposes: z.array(z.string()).nullable(),
  source_types: z.array(sourceType),
  write_mode: writeMode,
  created_at: instant,
  disabled_at: instant.nullable(),
  keys: z.array(agentKey),
});
export type Agent = z.infer<typeof agent>;
export const agentPage = pageOf(agent);

export const whoami = z.object({
  tenant: z.object({ tenant_id: z.string(), slug: z.string(), name: z.string() }),
  agent: z.object({ agent_id: z.string(), name: z.string() }),
  key_id: z.string(),
  scopes: z.array(z.string()),
  purposes: z.array(z.string()).nullable(),
  source_types: z.array(sourceType),
  write_mode: writeMode,
  rate_per_minute: z.number().int(),
});
export type Whoami = z.infer<typeof whoami>;
export const keyId = idOf("key");
export const agentId = idOf("agt");
/** How long the old key works beside the new one. */
export const rotateKeyInput = z.strictObject({
  key_id: keyId,
  overlap_hours: z.number().int().min(0).max(168),
});
export type RotateKeyInput = z.infer<typeof rotateKeyInput>;
