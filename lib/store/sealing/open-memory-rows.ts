import type { Tx } from "@/lib/store/client";
import { createOpener, type SealedColumns, sourceRowId, toSealed } from "@/lib/store/sealing/open-rows";

type Row = Record<string, unknown>;

/** The columns of memory_contents as they stand inside a sealed row. */
interface SealedContent {
  value: unknown;
  statement: string;
  topic: string | null;
  purpose: string | null;
  consent_basis: string | null;
  write_reason: string | null;
  metadata: unknown;
  episode: unknown;
}

interface SourceRow {
  event_id: string;
  relation: string;
  source_type: string;
  quote: string | null;
  key_id?: string | null;
  sealed?: string | null;
}

/**
 * Rows of memories with their contents and `sources`, readable. A row whose key is destroyed is left out, as what was
 * erased is.
 */
export async function openMemoryRows(tx: Tx, tenantId: string, rows: readonly Row[]): Promise<Row[]> {
  const sourcesOf = (row: Row): SourceRow[] => (row.sources as SourceRow[] | null) ?? [];
  const all: SealedColumns[] = rows.flatMap((row) =>
    [row, ...sourcesOf(row)].map((one) => toSealed(one as Row)),
  );
  const opener = await createOpener(tx, tenantId, all);
  return rows.flatMap((row) => {
    const memoryId = String(row.memory_id);
    const sources = sourcesOf(row).map(({ key_id: keyId, sealed, ...source }) => {
      const rowId = sourceRowId({ memoryId, eventId: source.event_id, relation: source.relation });
      const said = opener.open<{ quote: string }>(
        "memory_sources",
        rowId,
        toSealed({ key_id: keyId, sealed }),
      );
      return { ...source, quote: said?.quote ?? source.quote };
    });
    if (!row.key_id) return [{ ...row, sources }];
    const content = opener.open<SealedContent>("memory_contents", memoryId, toSealed(row));
    return content === null ? [] : [{ ...row, ...content, sources }];
  });
}
