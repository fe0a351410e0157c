import type { PolicyBody, PolicyVersion } from "@/lib/contracts/policies";
import { notFound } from "@/lib/engine/errors";
import { requireAdmin } from "@/lib/services/authorise/require-admin";
import type { ServiceContext } from "@/lib/services/context";
import type { Tx } from "@/lib/store/client";
import { findPolicyVersion, type PolicyRow } from "@/lib/store/policies";

/** Version 0: the defaults, written by nobody. */
export function toPolicyVersion(row: PolicyRow | null, inForce: number): PolicyVersion {
  return {
    version: row?.version ?? 0,
    body: (row?.body ?? {}) as PolicyBody,
    reason: row?.reason ?? null,
    created_by: row?.createdBy ?? null,
    created_at: row?.createdAt.toISOString() ?? null,
    in_force: (row?.version ?? 0) === inForce,
  };
}

/** @throws EngineError `not_found`; version 0 is always there, as null */
export async function requirePolicyVersion(
  ctx: ServiceContext,
  tx: Tx,
  tenantId: string,
  version: number,
): Promise<PolicyRow | null> {
  requireAdmin(ctx, tenantId);
  if (version === 0) return null;
  const row = await findPolicyVersion(tx, tenantId, version);
  if (!row) throw notFound("policy version");
  return row;
}
