import type { Tx } from "@/lib/store/client";
import { cipherOf, findCipher } from "@/lib/store/sealing/bind-cipher";
import { loadKeys } from "@/lib/store/sealing/subject-keys";

/** The one column that holds what a sealed row says. */
export const SEALED_COLUMN = "sealed";

export type SealedTable =
  | "memory_contents"
  | "event_payloads"
  | "memory_sources"
  | "candidates"
  | "memory_transitions"
  | "export_files"
  | "retrieval_texts";

/** The two columns as a reader gets them. */
export interface SealedColumns {
  keyId: string | null;
  sealed: string | null;
}

/** The same of a row as raw SQL gives it. */
export function toSealed(row: Record<string, unknown>): SealedColumns {
  return { keyId: (row.key_id as string | null) ?? null, sealed: (row.sealed as string | null) ?? null };
}

export interface Opener {
  /**
   * What a sealed row says. Null when its key is destroyed: such a row can only have come from an old copy, and is as
   * erased. @throws Error when it was changed or moved
   */
  open<T>(table: SealedTable, rowId: string, columns: SealedColumns): T | null;
}

/** Opens the sealed ones among these rows. Keys are read anew for each reading, so that a destroyed one ends at once. */
export async function createOpener(tx: Tx, tenantId: string, rows: Iterable<SealedColumns>): Promise<Opener> {
  const keyIds = new Set<string>();
  for (const { keyId } of rows) if (keyId) keyIds.add(keyId);
  const keys = await loadKeys(tx, tenantId, [...keyIds]);
  return {
    open: <T>(table: SealedTable, rowId: string, { keyId, sealed }: SealedColumns): T | null => {
      const key = keyId === null ? undefined : keys.get(keyId);
      if (keyId === null || sealed === null || key === undefined) return null;
      const place = { tenantId, table, rowId, column: SEALED_COLUMN, keyId };
      return JSON.parse(cipherOf(tx).open(key, sealed, place)) as T;
    },
  };
}

/** Row id of a source, which has no id of its own. */
export function sourceRowId(source: { memoryId: string; eventId: string; relation: string }): string {
  return `${source.memoryId} ${source.eventId} ${source.relation}`;
}

/** What a text may stand as in a column that is compared for equality: itself, or its token. */
export function sealedSpellings(
  tx: Tx,
  tenantId: string,
  column: string,
  texts: readonly string[],
): string[] {
  const cipher = findCipher(tx);
  return cipher === null
    ? [...texts]
    : texts.flatMap((text) => [text, cipher.toToken(tenantId, column, text)]);
}

/** Whether such a column holds a token instead of the text. */
export const isToken = (text: string): boolean => text.startsWith("sealed:");
