import type { Tx } from "@/lib/store/client";
import type { SealedPayload } from "@/lib/store/ledger/seal-payload";
import type { eventPayloads } from "@/lib/store/schema/ledger";
import { createOpener, toSealed } from "@/lib/store/sealing/open-rows";

type PayloadRow = typeof eventPayloads.$inferSelect;

/** What an event said, readable; null when it was sealed and its key is destroyed: then it is as erased. */
export async function openPayload(tx: Tx, row: PayloadRow): Promise<PayloadRow | null> {
  if (row.keyId === null) return row;
  const opener = await createOpener(tx, row.tenantId, [row]);
  const said = opener.open<SealedPayload>("event_payloads", row.eventId, row);
  if (said === null) return null;
  return {
    ...row,
    content: said.content,
    sessionId: said.session_id,
    sourceRef: said.source_ref,
    sourceUri: said.source_uri,
    language: said.language,
    episode: said.episode,
  };
}

interface OriginRow {
  event_id: string | null;
  key_id?: string | null;
  sealed?: string | null;
}

/**
 * Rows with where their events came from (`source_uri`, `source_ref`, `session_id`, of which any may be missing), as it
 * was said. Empty where the key is destroyed.
 */
export async function openOrigins<T extends object>(
  tx: Tx,
  tenantId: string,
  rows: readonly (T & Partial<OriginRow>)[],
): Promise<T[]> {
  const sealed = rows.map((row) => toSealed(row as Record<string, unknown>));
  const opener = await createOpener(tx, tenantId, sealed);
  return rows.map((row, index) => {
    const columns = sealed[index];
    if (!columns?.keyId) return row;
    const said = opener.open<SealedPayload>("event_payloads", String(row.event_id), columns);
    return {
      ...row,
      source_uri: said?.source_uri ?? null,
      source_ref: said?.source_ref ?? null,
      session_id: said?.session_id ?? null,
    };
  });
}
