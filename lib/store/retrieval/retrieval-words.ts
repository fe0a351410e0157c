import { eq, and } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { retrievalTexts } from "@/lib/store/schema/retrieval";
import { createOpener, type SealedColumns, toSealed } from "@/lib/store/sealing/open-rows";
import { createSealer, sealerOfAll } from "@/lib/store/sealing/seal-rows";

/** The words of a retrieval as they stand in a row. */
export interface StoredWords extends SealedColumns {
  query: string | null;
  received: unknown;
}

interface SealedWords {
  query: string | null;
  received: unknown;
  note?: string | null;
}

/** Whose retrieval it is, for a key: the first person among the places that were asked for, else the first place. */
function concernedPlace(scopes: readonly string[], actorId: string): string {
  return scopes.find((scope) => scope.startsWith("user:") && !scope.endsWith(":*")) ?? scopes[0] ?? actorId;
}

function scopesOf(received: unknown): string[] {
  const scopes = (received as { scopes?: unknown } | null)?.scopes;
  return Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : [];
}

/** What was asked, as it is to be stored: sealed where everything is. Scopes stay, and a token of the session. */
export async function toStoredWords(
  tx: Tx,
  retrieval: { tenantId: string; retrievalId: string; actorId: string; at: Date },
  words: { query: string | null; received: unknown },
): Promise<StoredWords> {
  const { tenantId, retrievalId, actorId, at } = retrieval;
  const scopes = scopesOf(words.received);
  const scope = concernedPlace(scopes, actorId);
  const sealer = await sealerOfAll(tx, tenantId, { scope, subject: null }, at);
  if (sealer === null) return { ...words, keyId: null, sealed: null };
  const session = (words.received as { session_id?: unknown } | null)?.session_id;
  return {
    query: null,
    received: {
      ...(scopes.length > 0 && { scopes }),
      ...(typeof session === "string" && { session_id: sealer.token("session_id", session) }),
    },
    ...sealer.seal("retrieval_texts", retrievalId, words satisfies SealedWords),
  };
}

/** Rows with `query` and `received`, readable; both empty where the key is destroyed. */
export async function openWords<T extends Record<string, unknown>>(
  tx: Tx,
  tenantId: string,
  rows: readonly T[],
): Promise<T[]> {
  const opener = await createOpener(tx, tenantId, rows.map(toSealed));
  return rows.map((row) => {
    if (!row.key_id) return row;
    const said = opener.open<SealedWords>("retrieval_texts", String(row.retrieval_id), toSealed(row));
    return { ...row, query: said?.query ?? null, received: said?.received ?? null };
  });
}

/** The agent's own words about the use; they can be erased. They are kept as the question is. */
export async function recordNote(
  tx: Tx,
  tenantId: string,
  { retrievalId, actorId }: { retrievalId: string; actorId: string },
  note: string,
  at: Date,
): Promise<void> {
  const place = and(eq(retrievalTexts.tenantId, tenantId), eq(retrievalTexts.retrievalId, retrievalId));
  const [row] = await tx.select().from(retrievalTexts).where(place).for("update");
  if (!row) return;
  if (row.keyId === null) {
    await tx.update(retrievalTexts).set({ note }).where(place);
    return;
  }
  const opener = await createOpener(tx, tenantId, [row]);
  const said = opener.open<SealedWords>("retrieval_texts", retrievalId, row);
  if (said === null) return;
  const sealer = await createSealer(tx, tenantId, concernedPlace(scopesOf(said.received), actorId), at);
  await tx
    .update(retrievalTexts)
    .set(sealer.seal("retrieval_texts", retrievalId, { ...said, note } satisfies SealedWords))
    .where(place);
}
