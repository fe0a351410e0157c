import type { Tx } from "@/lib/store/client";
import { cipherOf } from "@/lib/store/sealing/bind-cipher";
import { SEALED_COLUMN, type SealedTable } from "@/lib/store/sealing/open-rows";
import { requireSubjectKey } from "@/lib/store/sealing/subject-keys";

export interface Sealer {
  /** The two columns of a row whose readable ones stay empty. */
  seal(table: SealedTable, rowId: string, content: unknown): { keyId: string; sealed: string };
  /** For a column that is compared for equality: the same text gives the same token within a tenant. */
  token(column: string, text: string): string;
}

/** Seals rows under the data key of whom they concern. One look-up, however many rows. */
export async function createSealer(tx: Tx, tenantId: string, concerned: string, at: Date): Promise<Sealer> {
  const cipher = cipherOf(tx);
  const { keyId, key } = await requireSubjectKey(tx, tenantId, concerned, at);
  return {
    seal: (table, rowId, content) => ({
      keyId,
      sealed: cipher.seal(key, JSON.stringify(content), {
        tenantId,
        table,
        rowId,
        column: SEALED_COLUMN,
        keyId,
      }),
    }),
    token: (column, text) => cipher.toToken(tenantId, column, text),
  };
}
