import { and, asc, eq, inArray, notLike } from "drizzle-orm";
import type { Decision, GateVerdict, Utility } from "@/lib/contracts/memories";
import type { Tx } from "@/lib/store/client";
import { findApprovalIds } from "@/lib/store/review/change-approval";
import { readMemories } from "@/lib/store/memory/read-memories";
import { candidates, gateDecisions } from "@/lib/store/schema/ledger";

/**
 * What became of an event's candidates, rendered anew: an erased memory is null and says so.
 * `sentence` puts a code into words; which words is not the store's to decide.
 */
export async function findDecisions(
  tx: Tx,
  tenantId: string,
  eventId: string,
  now: Date,
  sentence: (code: string) => string,
): Promise<Decision[]> {
  const rows = await tx
    .select()
    .from(candidates)
    .where(
      and(
        eq(candidates.tenantId, tenantId),
        eq(candidates.eventId, eventId),
        // What a model read out of it later was no part of the answer, and no retry has to take it up.
        notLike(candidates.extractor, "model:%"),
      ),
    )
    .orderBy(asc(candidates.candidateId));
  return renderDecisions(tx, tenantId, rows, now, sentence);
}

async function renderDecisions(
  tx: Tx,
  tenantId: string,
  rows: (typeof candidates.$inferSelect)[],
  now: Date,
  sentence: (code: string) => string,
): Promise<Decision[]> {
  if (rows.length === 0) return [];
  const verdicts = await tx
    .select()
    .from(gateDecisions)
    .where(
      and(
        eq(gateDecisions.tenantId, tenantId),
        inArray(
          gateDecisions.candidateId,
          rows.map((row) => row.candidateId),
        ),
      ),
    )
    .orderBy(asc(gateDecisions.position));
  const ids = rows.flatMap((row) => row.memoryId ?? []);
  const memories = new Map(
    (await readMemories(tx, tenantId, ids, { now })).map((memory) => [memory.memory_id, memory]),
  );
  const approvals = await findApprovalIds(
    tx,
    tenantId,
    rows.filter((row) => row.outcome === "pending_approval").map((row) => row.candidateId),
  );
  return rows.map((row) => {
    const gates = verdicts
      .filter((verdict) => verdict.candidateId === row.candidateId)
      .map((v) => ({ gate: v.gate, verdict: v.verdict, code: v.code, reason: v.reason }) as GateVerdict);
    const memory = row.memoryId ? (memories.get(row.memoryId) ?? null) : null;
    return {
      candidate_id: row.candidateId,
      event_id: row.eventId,
      outcome: row.outcome as Decision["outcome"],
      operation: row.operation as Decision["operation"],
      reason_code: row.reasonCode,
      reason: gates.find((gate) => gate.code === row.reasonCode)?.reason ?? sentence(row.reasonCode),
      gates,
      utility: (row.utility as Utility | null) ?? null,
      memory,
      ...(row.memoryId && !memory ? { erased: true } : {}),
      superseded: row.superseded,
      conflicts_with: row.conflictsWith,
      approval_id: approvals.get(row.candidateId) ?? null,
      indexing: "done" as const,
    };
  });
}
