import type { ApiClient } from "@/lib/cli/import/api-client";
import { type EventInput, recordEventsOutput } from "@/lib/contracts/events";

export interface ImportCounts {
  sent: number;
  /** Known already from an earlier import of the same events with the same key. */
  duplicates: number;
  /** What became of the proposals: committed, rejected, quarantined… */
  outcomes: Record<string, number>;
  /** What was lowered or masked, by code. */
  notices: Record<string, number>;
}

/** The server refuses a body of more than 10 MB. */
const MOST_BYTES = 4_000_000;

/** Batches of at most `size` events and a bounded number of bytes, in order. */
export function* toBatches(events: readonly EventInput[], size: number): Generator<EventInput[]> {
  let batch: EventInput[] = [];
  let bytes = 0;
  for (const event of events) {
    const length = Buffer.byteLength(JSON.stringify(event));
    if (batch.length > 0 && (batch.length === size || bytes + length > MOST_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(event);
    bytes += length;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Sends events in order, batch after batch. Every event bears an idempotency key: sent again, after a break or for no
 * reason at all, it is recognised and nothing is stored twice.
 */
export async function sendEvents(
  client: ApiClient,
  events: readonly EventInput[],
  options: { size: number; extract: "auto" | "none"; onProgress(counts: ImportCounts): void },
): Promise<ImportCounts> {
  const counts: ImportCounts = { sent: 0, duplicates: 0, outcomes: {}, notices: {} };
  for (const batch of toBatches(events, options.size)) {
    const answer = await client.post("/events", {
      events: batch,
      extract: options.extract,
      wait: "committed",
    });
    for (const result of recordEventsOutput.parse(answer).results) {
      counts.sent += 1;
      if (result.duplicate) counts.duplicates += 1;
      else for (const { outcome } of result.decisions) count(counts.outcomes, outcome);
      for (const { code } of result.notices) count(counts.notices, code);
    }
    options.onProgress(counts);
  }
  return counts;
}

function count(into: Record<string, number>, name: string): void {
  into[name] = (into[name] ?? 0) + 1;
}
