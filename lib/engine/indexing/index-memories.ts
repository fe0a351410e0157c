import type { EngineDeps } from "@/lib/engine/model/deps";
import { ANALYSER } from "@/lib/engine/policy/analyse-text";
import { composeIndexText, composePostings } from "@/lib/engine/policy/compose-postings";
import { describeTurn } from "@/lib/engine/policy/describe-turn";
import { detectLanguage } from "@/lib/engine/policy/detect-language";
import { embeddingDigest, embeddingText } from "@/lib/engine/policy/embedding-text";
import type { Embedder } from "@/lib/engine/ports";
import { findCachedVectors } from "@/lib/store/search/embedding-cache";
import { completeIndexWork, listDueIndexWork, postponeIndexWork } from "@/lib/store/search/index-outbox";
import { type IndexableRow, listIndexable } from "@/lib/store/search/read-indexable";
import { type PreparedRow, writeIndexRows } from "@/lib/store/search/write-index-rows";

/** Memories in one transaction; also the embedder's batch. */
const BATCH = 100;

/**
 * Brings the index rows of these memories to what the truth says and settles what the outbox owes for them. Words are
 * read and vectors made before the writing transaction opens. Without vectors (model down) the words are written all the
 * same and the rest stays owed. Returns how many memories are fully indexed or rightly have no row.
 */
export async function indexMemories(
  deps: EngineDeps,
  tenantId: string,
  memoryIds: readonly string[],
): Promise<{ indexed: number }> {
  const ids = [...new Set(memoryIds)].sort();
  let indexed = 0;
  for (let from = 0; from < ids.length; from += BATCH) {
    indexed += await indexBatch(deps, tenantId, ids.slice(from, from + BATCH));
  }
  return { indexed };
}

/** Drains what was left over: at most `limit` memories. Returns how many were done. */
export async function indexDue(deps: EngineDeps, tenantId: string, limit: number): Promise<number> {
  const now = deps.ports.clock.now();
  const due = await deps.database.withTenant(tenantId, (tx) => listDueIndexWork(tx, tenantId, now, limit));
  if (due.length === 0) return 0;
  return (await indexMemories(deps, tenantId, due)).indexed;
}

async function indexBatch(deps: EngineDeps, tenantId: string, ids: readonly string[]): Promise<number> {
  const { database, ports } = deps;
  const embedder = ports.embedder;
  try {
    const { rows, cached, digests } = await database.withTenant(tenantId, async (tx) => {
      const indexable = await listIndexable(tx, tenantId, ids);
      const wanted =
        embedder === null ? new Map<string, Wanted>() : listWanted(deps, embedder, tenantId, indexable);
      const known =
        embedder === null
          ? new Map<string, number[]>()
          : await findCachedVectors(tx, tenantId, embedder.model, [
              ...new Set([...wanted.values()].map((one) => one.digest)),
            ]);
      return { rows: indexable, cached: known, digests: wanted };
    });
    const failed = embedder === null ? false : !(await embedMissing(embedder, digests, cached));
    const prepared = rows.map((row): PreparedRow => {
      const wanted = digests.get(row.memoryId);
      const embedding = wanted === undefined ? undefined : cached.get(wanted.digest);
      return {
        memoryId: row.memoryId,
        ...composePostings(composeIndexText(row)),
        turn: row.kind === "episodic" ? placeTurn(deps, tenantId, row) : null,
        vector: wanted === undefined || embedding === undefined ? null : { digest: wanted.digest, embedding },
      };
    });
    const lacking = new Set(
      failed
        ? prepared
            .filter((row) => digests.has(row.memoryId) && row.vector === null)
            .map((row) => row.memoryId)
        : [],
    );
    const done = ids.filter((id) => !lacking.has(id));
    ports.reached?.("indexing");
    await database.withTenant(tenantId, async (tx) => {
      const now = ports.clock.now();
      await writeIndexRows(tx, tenantId, ids, prepared, {
        analyser: ANALYSER,
        model: embedder?.model ?? null,
        at: now,
      });
      await completeIndexWork(tx, tenantId, done, now);
      if (lacking.size > 0) await postponeIndexWork(tx, tenantId, [...lacking], now, "embedder_unavailable");
    });
    return done.length;
  } catch (error) {
    ports.report.warn(
      { tenant: tenantId, memories: ids.length, error: error instanceof Error ? error.name : "unknown" },
      "indexing failed; it will be tried again",
    );
    await database.withTenant(tenantId, (tx) =>
      postponeIndexWork(tx, tenantId, ids, ports.clock.now(), "indexing_failed"),
    );
    return 0;
  }
}

/** Talks are told apart by a keyed digest: the index holds no name. */
function placeTurn(deps: EngineDeps, tenantId: string, row: IndexableRow): PreparedRow["turn"] {
  const { session, asks, told } = describeTurn(row);
  return {
    talk: session === null ? null : deps.ports.keys.digest(tenantId, "session", row.scope, session),
    saidAt: row.observedAt,
    asks,
    told,
  };
}

interface Wanted {
  text: string;
  digest: string;
}

/** The texts to embed, by memory: those in a language that the model covers. */
function listWanted(
  deps: EngineDeps,
  embedder: Embedder,
  tenantId: string,
  rows: readonly IndexableRow[],
): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>();
  for (const row of rows) {
    const text = embeddingText(row);
    if (text === "" || !embedder.profile.languages.includes(detectLanguage(text))) continue;
    wanted.set(row.memoryId, {
      text,
      digest: embeddingDigest(deps.ports.keys, tenantId, embedder.model, text),
    });
  }
  return wanted;
}

/** Fills in what the cache does not know, each text once. False when the model failed. */
async function embedMissing(
  embedder: Embedder,
  wanted: ReadonlyMap<string, Wanted>,
  vectors: Map<string, number[]>,
): Promise<boolean> {
  const missing = new Map<string, string>();
  for (const { text, digest } of wanted.values()) if (!vectors.has(digest)) missing.set(digest, text);
  if (missing.size === 0) return true;
  try {
    const embedded = await embedder.embed([...missing.values()]);
    [...missing.keys()].forEach((digest, index) => {
      const vector = embedded[index];
      if (vector?.length === embedder.dimensions) vectors.set(digest, vector);
    });
    return embedded.length === missing.size;
  } catch {
    return false;
  }
}
