import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { extractionCandidates, extractions } from "@/lib/store/schema/extraction";
import { instantParam } from "@/lib/store/search/parameters";

export type ExtractionRow = typeof extractions.$inferSelect;

/** @returns false when this event is queued for, or was read by, this extractor already */
export async function enqueueExtraction(
  tx: Tx,
  row: Pick<ExtractionRow, "tenantId" | "extractionId" | "eventId" | "extractor" | "writeMode"> & {
    at: Date;
  },
): Promise<boolean> {
  const { at, ...ids } = row;
  const inserted = await tx
    .insert(extractions)
    .values({
      ...ids,
      state: "queued",
      attempts: 0,
      partsDone: 0,
      createdAt: at,
      dueAt: at,
      candidatesMade: 0,
      candidatesDropped: 0,
      drops: {},
    })
    .onConflictDoNothing()
    .returning({ extractionId: extractions.extractionId });
  return inserted.length === 1;
}

/**
 * Takes the extraction that is due longest, if any: also one whose holder has not been heard of since its lease ran
 * out. Others that look at the same moment pass it by.
 */
export async function claimExtraction(
  tx: Tx,
  tenantId: string,
  extractor: string,
  claim: { lease: string; until: Date; now: Date },
): Promise<ExtractionRow | null> {
  const now = instantParam(claim.now);
  const [due] = await queryRows<{ extraction_id: string }>(
    tx,
    sql`select extraction_id from extractions
      where tenant_id = ${tenantId} and extractor = ${extractor}
        and ((state in ('queued', 'failed') and due_at <= ${now}) or (state = 'running' and lease_until <= ${now}))
      order by due_at, extraction_id limit 1 for update skip locked`,
  );
  if (!due) return null;
  const [taken] = await tx
    .update(extractions)
    .set({
      state: "running",
      reason: null,
      lease: claim.lease,
      leaseUntil: claim.until,
      attempts: sql`${extractions.attempts} + 1`,
    })
    .where(and(eq(extractions.tenantId, tenantId), eq(extractions.extractionId, due.extraction_id)))
    .returning();
  return taken ?? null;
}

/**
 * The row, locked, if this holder still has it: an erasure, a newer holder or an operator may have taken it away. What
 * is written while it is locked was allowed to be.
 */
export async function holdExtraction(
  tx: Tx,
  tenantId: string,
  held: { extractionId: string; lease: string },
): Promise<ExtractionRow | null> {
  const [row] = await tx
    .select()
    .from(extractions)
    .where(
      and(
        eq(extractions.tenantId, tenantId),
        eq(extractions.extractionId, held.extractionId),
        eq(extractions.lease, held.lease),
        eq(extractions.state, "running"),
      ),
    )
    .for("update");
  return row ?? null;
}

/** Changes a row that is held (see holdExtraction, in the same transaction). */
export async function updateExtraction(
  tx: Tx,
  tenantId: string,
  extractionId: string,
  changes: Partial<
    Pick<
      ExtractionRow,
      | "state"
      | "reason"
      | "attempts"
      | "parts"
      | "partsDone"
      | "lease"
      | "leaseUntil"
      | "dueAt"
      | "finishedAt"
      | "lastError"
      | "candidatesMade"
      | "candidatesDropped"
      | "drops"
    >
  >,
): Promise<void> {
  await tx
    .update(extractions)
    .set(changes)
    .where(and(eq(extractions.tenantId, tenantId), eq(extractions.extractionId, extractionId)));
}

/** Whether this extraction brought the same candidate before: by an attempt that did not get to its end. */
export async function findExtractionCandidate(
  tx: Tx,
  key: Omit<typeof extractionCandidates.$inferInsert, "candidateId">,
): Promise<boolean> {
  const rows = await tx
    .select({ candidateId: extractionCandidates.candidateId })
    .from(extractionCandidates)
    .where(
      and(
        eq(extractionCandidates.tenantId, key.tenantId),
        eq(extractionCandidates.eventId, key.eventId),
        eq(extractionCandidates.extractor, key.extractor),
        eq(extractionCandidates.digest, key.digest),
      ),
    );
  return rows.length > 0;
}

export async function insertExtractionCandidate(
  tx: Tx,
  row: typeof extractionCandidates.$inferInsert,
): Promise<void> {
  await tx.insert(extractionCandidates).values(row);
}

/** Lets what was given up be tried again. @returns how many */
export async function requeueDead(
  tx: Tx,
  tenantId: string,
  extractor: string,
  now: Date,
  limit: number,
): Promise<number> {
  const rows = await queryRows(
    tx,
    sql`update extractions set state = 'queued', reason = null, attempts = 0, due_at = ${instantParam(now)},
        lease = null, lease_until = null, finished_at = null
      where tenant_id = ${tenantId} and extraction_id in (
        select extraction_id from extractions
        where tenant_id = ${tenantId} and extractor = ${extractor} and state = 'dead'
        order by created_at, extraction_id limit ${limit}::int)
      returning 1`,
  );
  return rows.length;
}
