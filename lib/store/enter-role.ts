import { sql } from "drizzle-orm";
import { channelOf } from "@/lib/store/channel";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";

export const APP_ROLE = "keepsake_app";
const READ_BACK = `select current_user as role, nullif(current_setting('app.tenant_id', true), '') as tenant,
  (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as unbound`;
const TENANT_ID = /^ten_[0-9a-z]{26}$/;

/** @throws Error for anything else: it becomes part of a statement's text */
export function requireTenantId(tenantId: string): void {
  if (!TENANT_ID.test(tenantId)) throw new Error("not a tenant id");
}

/**
 * Become the restricted role, and one tenant, for this transaction alone. Each setting is a statement by itself with a
 * literal from a validated id: `set_config` never reaches the workers of a distributed database, and a session-level
 * setting would leak to the next borrower of the connection. Read back, because a policy that is not enforced looks
 * exactly like one that is.
 * @throws Error when the role or the tenant did not take effect
 */
export async function enterRole(tx: Tx, tenantId: string | null): Promise<void> {
  if (tenantId !== null) requireTenantId(tenantId);
  const channel = channelOf(tx);
  // Sent together, without waiting in between: one round trip on a server.
  const sent = [
    channel.set(`SET LOCAL ROLE ${APP_ROLE}`),
    channel.set(
      tenantId === null ? "SET LOCAL app.tenant_id = ''" : `SET LOCAL app.tenant_id = '${tenantId}'`,
    ),
    channel.send<{ role: string; tenant: string | null; unbound: boolean }>(READ_BACK, []),
  ] as const;
  const [, , seen] = await Promise.all(sent);
  const state = seen[0];
  if (!state || state.role !== APP_ROLE || state.tenant !== tenantId || state.unbound !== false) {
    throw new Error("the restricted role or the tenant did not take effect; refusing to read or write");
  }
}

export interface RoleStatus {
  login: string;
  /** True when the login itself could see past row-level security: the app then relies on SET LOCAL ROLE alone. */
  loginBypassesPolicies: boolean;
}

export async function readRoleStatus(tx: Tx): Promise<{ version: string; role: RoleStatus }> {
  const [row] = await queryRows<{ version: string; login: string; bypasses: boolean }>(
    tx,
    sql`select current_setting('server_version') as version, session_user::text as login,
      (select rolsuper or rolbypassrls from pg_roles where rolname = session_user) as bypasses`,
  );
  if (!row) throw new Error("the database did not say who we are");
  return { version: row.version, role: { login: row.login, loginBypassesPolicies: row.bypasses } };
}
