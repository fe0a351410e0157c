import type { Tx } from "@/lib/store/client";
import type { SealedPayload } from "@/lib/store/ledger/seal-payload";
import type { eventPayloads } from "@/lib/store/schema/ledger";
import { createOpener } from "@/lib/store/sealing/open-rows";

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
