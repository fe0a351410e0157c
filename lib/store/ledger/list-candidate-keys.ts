import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { candidates } from "@/lib/store/schema/ledger";

/** The names of all candidates of an event so far; null for one from a time without names. */
export async function listCandidateKeys(
  tx: Tx,
  tenantId: string,
  eventId: string,
): Promise<(string | null)[]> {
  const rows = await tx
    .select({ key: candidates.candidateKey })
    .from(candidates)
    .where(and(eq(candidates.tenantId, tenantId), eq(candidates.eventId, eventId)))
    .orderBy(asc(candidates.candidateId));
  return rows.map((row) => row.key);
}
