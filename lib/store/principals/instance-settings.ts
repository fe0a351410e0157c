import { eq } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { instanceSettings } from "@/lib/store/schema/tenancy";

/** A keyed digest by which a wrong master key is noticed. */
export const MASTER_KEY_SETTING = "master_key_check";

/** Global on purpose: facts of the installation, none of any tenant. */
export async function findSetting(tx: Tx, name: string): Promise<unknown> {
  const [row] = await tx.select().from(instanceSettings).where(eq(instanceSettings.name, name));
  return row?.value ?? null;
}

/** The first writer wins. @returns whether this call wrote it */
export async function insertSetting(tx: Tx, name: string, value: unknown, at: Date): Promise<boolean> {
  const rows = await tx
    .insert(instanceSettings)
    .values({ name, value, updatedAt: at })
    .onConflictDoNothing()
    .returning({ name: instanceSettings.name });
  return rows.length === 1;
}
