import { sql } from "drizzle-orm";
import type { SourceType } from "@/lib/contracts/common";
import type { Tx } from "@/lib/store/client";
import { openOrigins } from "@/lib/store/ledger/open-payload";
import { queryRows } from "@/lib/store/rows";

export interface Contradiction {
  eventId: string;
  writerId: string;
  sourceType: SourceType;
  uri: string | null;
  ref: string | null;
  sessionId: string | null;
}

/** What was said against a memory so far, and the event at hand, each with where it came from. */
export async function listContradictions(
  tx: Tx,
  tenantId: string,
  memoryId: string,
  present: { eventId: string; sourceType: SourceType },
): Promise<{ voices: Contradiction[]; contested: boolean }> {
  const rows = await queryRows<Record<string, string | null>>(
    tx,
    sql`select e.event_id, e.writer_id, s.source_type, p.source_uri, p.source_ref, p.session_id, p.key_id, p.sealed
        from (select event_id, source_type from memory_sources
            where tenant_id = ${tenantId} and memory_id = ${memoryId} and relation = 'contradicts'
          union select ${present.eventId}, ${present.sourceType}) s
          join events e on e.tenant_id = ${tenantId} and e.event_id = s.event_id
          left join event_payloads p on p.tenant_id = ${tenantId} and p.event_id = s.event_id`,
  );
  const [open] = await queryRows<{ contested: boolean }>(
    tx,
    sql`select exists (select 1 from conflicts where tenant_id = ${tenantId} and closed_at is null
      and (incumbent_id = ${memoryId} or challenger_id = ${memoryId})) as contested`,
  );
  return {
    contested: open?.contested ?? false,
    voices: (await openOrigins(tx, tenantId, rows)).map((row) => ({
      eventId: String(row.event_id),
      writerId: String(row.writer_id),
      sourceType: row.source_type as SourceType,
      uri: row.source_uri ?? null,
      ref: row.source_ref ?? null,
      sessionId: row.session_id ?? null,
    })),
  };
}
