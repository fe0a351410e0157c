import type { Memory } from "@/lib/contracts/memories";
import type { FactState } from "@/lib/engine/model/fact-state";
import type { Span } from "@/lib/engine/policy/timeline";
import type { Tx } from "@/lib/store/client";
import { encodeRow } from "@/lib/store/hold-rows";
import { aheadOf } from "@/lib/store/look-ahead";
import type { NewContent, NewMemory, NewSource } from "@/lib/store/memory/insert-version";
import { toMemory } from "@/lib/store/memory/read-memories";
import { memories, memoryContents } from "@/lib/store/schema/memory";

/** A version as it is being written, before anybody else can have touched it. */
export interface WrittenVersion {
  memory: NewMemory;
  content: NewContent;
  source: NewSource;
  fact: Pick<FactState, "subject" | "predicate">;
  /** The time it holds, as it is known from now on. */
  spans: readonly Span[];
}

/**
 * What reading the version would bring, made of what is written: the rows need not be there yet. Null when its writer's
 * name was not looked up ahead; then it has to be read.
 */
export async function composeMemory(tx: Tx, written: WrittenVersion, now: Date): Promise<Memory | null> {
  const ahead = aheadOf(tx);
  const { memory, content, source, fact, spans } = written;
  if (ahead?.foreseen.writer !== memory.writerId) return null;
  const { writer } = await ahead.found;
  const row = {
    ...encodeRow(memories, memory),
    ...encodeRow(memoryContents, content as typeof memoryContents.$inferInsert),
    subject: fact.subject,
    predicate: fact.predicate,
    writer_name: writer,
    periods: spans.map((span) => ({
      from: new Date(span.from),
      to: span.to === null ? null : new Date(span.to),
    })),
    last_period: null,
    sources: [
      {
        event_id: source.eventId,
        relation: source.relation,
        source_type: source.sourceType,
        quote: source.quote ?? null,
        quote_start: source.quote ? (source.quoteStart ?? null) : null,
        quote_end: source.quote ? (source.quoteEnd ?? null) : null,
      },
    ],
  };
  return toMemory(row, { now });
}
