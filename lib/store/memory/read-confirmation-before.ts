import { and, desc, eq } from "drizzle-orm";
import type { Confirmation } from "@/lib/contracts/common";
import type { Tx } from "@/lib/store/client";
import { memoryTransitions } from "@/lib/store/schema/memory";

/** How sure we were of a memory before it was withdrawn; null when it never was. */
export async function readConfirmationBefore(
  tx: Tx,
  tenantId: string,
  memoryId: string,
): Promise<Confirmation | null> {
  const [row] = await tx
    .select({ from: memoryTransitions.fromConfirmation })
    .from(memoryTransitions)
    .where(
      and(
        eq(memoryTransitions.tenantId, tenantId),
        eq(memoryTransitions.memoryId, memoryId),
        eq(memoryTransitions.toConfirmation, "revoked"),
      ),
    )
    .orderBy(desc(memoryTransitions.at), desc(memoryTransitions.transitionId))
    .limit(1);
  return (row?.from as Confirmation | null | undefined) ?? null;
}
