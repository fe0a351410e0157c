import type { CreateUserInput } from "@/lib/contracts/principals";
import { createId } from "@/lib/platform/ids";
import { auditChange } from "@/lib/services/audit-change";
import type { ServiceContext } from "@/lib/services/context";
import type { Tx } from "@/lib/store/client";
import { insertUser } from "@/lib/store/principals/users";

/** The person's row, roles and audit line, in a transaction of their tenant's. */
export async function insertPerson(
  tx: Tx,
  ctx: ServiceContext,
  tenantId: string,
  input: Omit<CreateUserInput, "tenant" | "password"> & { passwordHash: string },
): Promise<{ user_id: string; external_id: string; scope: string }> {
  const at = ctx.clock.now();
  const userId = createId("usr", at);
  const externalId = input.external_id ?? userId.slice("usr_".length);
  const email = input.email.trim().toLowerCase();
  const roles = [...new Set(input.roles)];
  await insertUser(tx, {
    user: {
      tenantId,
      userId,
      externalId,
      email,
      displayName: input.display_name ?? email.slice(0, email.indexOf("@")),
      passwordHash: input.passwordHash,
      scopes: [...new Set(input.scopes ?? [])],
      locale: input.locale ?? null,
      timeZone: input.time_zone ?? null,
      preferences: {},
      sessionEpoch: 0,
      createdAt: at,
      disabledAt: null,
    },
    roles,
    emailDigest: ctx.keys.digestEmail(email),
  });
  await auditChange(
    tx,
    { ctx, tenantId, at },
    { action: "user.created", objectType: "user", objectId: userId, details: { roles } },
  );
  return { user_id: userId, external_id: externalId, scope: `user:${externalId}` };
}
