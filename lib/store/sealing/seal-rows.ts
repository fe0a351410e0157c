import { sql } from "drizzle-orm";
import { concernedBy, type Place } from "@/lib/engine/model/concerned";
import type { FactState } from "@/lib/engine/model/fact-state";
import { queryRows } from "@/lib/store/rows";
import type { Tx } from "@/lib/store/client";
import { cipherOf } from "@/lib/store/sealing/bind-cipher";
import { encryptsEverything } from "@/lib/store/sealing/encrypts-everything";
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

/** For a tenant that has everything kept under data keys; null for any other. */
export async function sealerOfAll(tx: Tx, tenantId: string, place: Place, at: Date): Promise<Sealer | null> {
  return (await encryptsEverything(tx, tenantId)) ? createSealer(tx, tenantId, concernedBy(place), at) : null;
}

/** Of what is kept encrypted of this fact: null when nothing of it has to be. */
export async function sealerOfFact(
  tx: Tx,
  tenantId: string,
  fact: FactState,
  at: Date,
): Promise<Sealer | null> {
  return fact.claims.some((claim) => claim.sensitivity === "high")
    ? createSealer(tx, tenantId, concernedBy(fact), at)
    : sealerOfAll(tx, tenantId, fact, at);
}

/** The same of a memory of which no more than its id is known. */
export async function sealerOfMemory(
  tx: Tx,
  tenantId: string,
  memoryId: string,
  at: Date,
): Promise<Sealer | null> {
  const all = await encryptsEverything(tx, tenantId);
  const [row] = await queryRows<{ scope: string; subject: string | null }>(
    tx,
    sql`select m.scope, f.subject from memories m
      join facts f on f.tenant_id = ${tenantId} and f.fact_id = m.fact_id
      where m.tenant_id = ${tenantId} and m.memory_id = ${memoryId} and (${all} or m.sensitivity = 'high')`,
  );
  return row ? createSealer(tx, tenantId, concernedBy(row), at) : null;
}
