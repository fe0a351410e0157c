import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { tombstones } from "@/lib/store/schema/lifecycle";
import { subjectControls } from "@/lib/store/schema/tenancy";

/** Which of these subjects have paused their memory at this instant. */
export async function listPausedSubjects(
  tx: Tx,
  tenantId: string,
  subjects: readonly string[],
  now: Date,
): Promise<string[]> {
  if (subjects.length === 0) return [];
  const rows = await tx
    .select()
    .from(subjectControls)
    .where(and(eq(subjectControls.tenantId, tenantId), inArray(subjectControls.subject, [...subjects])));
  return rows
    .filter(
      (row) =>
        row.pausedAt !== null && row.pausedAt <= now && (row.pausedUntil === null || row.pausedUntil > now),
    )
    .map((row) => row.subject);
}

/** Whether content of any of these keyed digests was erased before. */
export async function wasAnyErased(tx: Tx, tenantId: string, digests: readonly string[]): Promise<boolean> {
  const rows = await tx
    .select({ digest: tombstones.digest })
    .from(tombstones)
    .where(and(eq(tombstones.tenantId, tenantId), inArray(tombstones.digest, [...digests])))
    .limit(1);
  return rows.length > 0;
}
