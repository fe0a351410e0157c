import { desc, eq } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { policies } from "@/lib/store/schema/tenancy";

/** The newest policy a tenant published, as stored; null when it lives by the defaults. */
export async function readPolicy(
  tx: Tx,
  tenantId: string,
): Promise<{ version: number; body: unknown } | null> {
  const [row] = await tx
    .select({ version: policies.version, body: policies.body })
    .from(policies)
    .where(eq(policies.tenantId, tenantId))
    .orderBy(desc(policies.version))
    .limit(1);
  return row ?? null;
}
