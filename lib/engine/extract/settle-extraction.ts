import type { Next } from "@/lib/engine/extract/prepare-reading";
import { jobCall } from "@/lib/engine/model/job-call";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { retryPauseMs } from "@/lib/engine/policy/retry-pause";
import { appendAudit } from "@/lib/store/audit";
import {
  type ExtractionRow,
  holdExtraction,
  updateExtraction,
} from "@/lib/store/extraction/extraction-queue";

/** Writes how an extraction went: done, waiting, to be tried again, or given up. What was lost is others' to write. */
export async function settleExtraction(
  deps: EngineDeps,
  row: ExtractionRow,
  lease: string,
  next: Next,
): Promise<void> {
  const { database, ports } = deps;
  const { tenantId, extractionId } = row;
  await database.withTenant(tenantId, async (tx) => {
    const held = await holdExtraction(tx, tenantId, { extractionId, lease });
    if (held === null) return;
    const limits = (await deps.policyFor(tx, tenantId)).write.extraction;
    const now = ports.clock.now();
    const change = (changes: Parameters<typeof updateExtraction>[3]) =>
      updateExtraction(tx, tenantId, extractionId, { lease: null, leaseUntil: null, ...changes });
    if (next.kind === "wait" || next.kind === "lost") {
      // To wait is no attempt.
      const attempts = Math.max(0, held.attempts - 1);
      const [reason, dueAt] = next.kind === "wait" ? [next.reason, next.until] : ["interrupted", now];
      await change({ state: "queued", reason, dueAt, attempts });
      return;
    }
    const givenUp = next.kind === "failed" && held.attempts >= limits.attempts;
    if (next.kind === "failed" && !givenUp) {
      const chance = (ports.randomBytes(1)[0] ?? 0) / 256;
      const bounds = {
        firstMs: limits.firstPauseSeconds * 1_000,
        longestMs: limits.longestPauseSeconds * 1_000,
      };
      const pause = retryPauseMs(held.attempts, bounds, next.failure.retryAfterMs, chance);
      const dueAt = new Date(now.getTime() + pause);
      await change({ state: "failed", reason: null, lastError: next.failure.code, dueAt });
      return;
    }
    const reason = next.kind === "done" ? next.reason : "attempts_used_up";
    await change({
      state: givenUp ? "dead" : "done",
      reason,
      ...(next.kind === "failed" && { lastError: next.failure.code }),
      finishedAt: now,
    });
    await appendAudit(tx, jobCall(tenantId, "extraction", ports.newId("req")), {
      auditId: ports.newId("aud"),
      at: now,
      action: givenUp ? "extraction.given_up" : "extraction.finished",
      objectType: "event",
      objectId: row.eventId,
      outcome: givenUp ? "failed" : "allowed",
      details: {
        extraction_id: extractionId,
        extractor: row.extractor,
        attempts: held.attempts,
        candidates: held.candidatesMade,
        dropped: held.candidatesDropped,
        reason: next.kind === "failed" ? next.failure.code : reason,
      },
    });
  });
}
