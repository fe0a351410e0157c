import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import { queryRows, toInstant } from "@/lib/store/rows";
import { createOpener, toSealed } from "@/lib/store/sealing/open-rows";

const VOICES = ["user_statement", "user_confirmation", "approval", "verified_db", "system_event"];
const PAGE = 200;

/**
 * The event from outside (since then) that was the first of its scope to say something, or null when a person or a
 * system had said it before, or nobody did. Reads the events in the order they came, opening what is kept encrypted.
 */
export async function findFirstSaid(
  tx: Tx,
  tenantId: string,
  scope: string,
  since: Date,
  says: (words: string) => boolean,
): Promise<string | null> {
  let after: [at: string, id: string] | null = null;
  for (;;) {
    const beyond =
      after === null ? sql`true` : sql`(e.recorded_at, e.event_id) > (${after[0]}::timestamptz, ${after[1]})`;
    const rows: Record<string, unknown>[] = await queryRows<Record<string, unknown>>(
      tx,
      sql`select e.event_id, e.source_type, e.recorded_at, p.content #>> '{}' as words, p.key_id, p.sealed from events e
          join event_payloads p on p.tenant_id = ${tenantId} and p.event_id = e.event_id
          where e.tenant_id = ${tenantId} and e.scope = ${scope} and ${beyond}
            and (e.source_type in ${textSet(VOICES)}
              or (e.source_type = 'external_content' and e.recorded_at >= ${since.toISOString()}::timestamptz))
          order by e.recorded_at, e.event_id limit ${PAGE}`,
    );
    const opener = await createOpener(tx, tenantId, rows.map(toSealed));
    for (const row of rows) {
      const id = String(row.event_id);
      const sealed = row.key_id
        ? opener.open<{ content: unknown }>("event_payloads", id, toSealed(row))
        : null;
      const words = row.key_id ? toWords(sealed?.content) : String(row.words ?? "");
      if (says(words)) return row.source_type === "external_content" ? id : null;
    }
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return null;
    after = [toInstant(last.recorded_at).toISOString(), String(last.event_id)];
  }
}

/** As `#>> '{}'` gives it: a text itself, anything else as JSON. */
function toWords(content: unknown): string {
  return typeof content === "string" ? content : content === undefined ? "" : JSON.stringify(content);
}
