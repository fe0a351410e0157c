import { makeVectors, planVectors, type VectorWork } from "@/lib/engine/indexing/make-vectors";
import type { EngineDeps } from "@/lib/engine/model/deps";
import type { VectorModel } from "@/lib/engine/model/vector-model";
import { ANALYSER } from "@/lib/engine/policy/analyse-text";
import { chooseForWriting, listEmbedders } from "@/lib/engine/policy/choose-vector-models";
import { composeIndexText, composePostings } from "@/lib/engine/policy/compose-postings";
import { describeTurn } from "@/lib/engine/policy/describe-turn";
import type { Embedder } from "@/lib/engine/ports";
import type { Tx } from "@/lib/store/client";
import { type IndexableRow, listIndexable } from "@/lib/store/search/read-indexable";
import { listVectorModels } from "@/lib/store/search/vector-models";
import { type PreparedRow, writeIndexRows } from "@/lib/store/search/write-index-rows";

/**
 * Makes the index rows of these memories: reads their words, makes vectors between the transactions, writes. Words are
 * written also when vectors could not be made.
 * @param only the one model whose vectors are made, beside what stands already; null for all that a memory owes
 * @param settle what else belongs into the writing transaction; told which memories lack a vector
 */
export async function writeIndex(
  deps: EngineDeps,
  tenantId: string,
  ids: readonly string[],
  only: Embedder | null,
  settle: (tx: Tx, lacking: ReadonlySet<string>) => Promise<void>,
): Promise<{ lacking: ReadonlySet<string> }> {
  const { database, ports } = deps;
  const embedders = listEmbedders(ports);
  const { rows, works, models } = await database.withTenant(tenantId, async (tx) => {
    const [indexable, recorded] = await Promise.all([
      listIndexable(tx, tenantId, ids),
      embedders.length === 0 ? [] : listVectorModels(tx, tenantId),
    ]);
    const chosen = only ? [only] : chooseForWriting(recorded, embedders);
    const planned = [];
    for (const embedder of chosen) {
      planned.push(await planVectors(tx, ports.keys, embedder, tenantId, indexable));
    }
    return { rows: indexable, works: planned, models: recorded };
  });
  const lacking = new Set<string>();
  for (const work of works) {
    if (await makeVectors(work)) continue;
    for (const [memoryId, { digest }] of work.wanted) if (!work.vectors.has(digest)) lacking.add(memoryId);
  }
  const prepared = rows.map((row) => prepareRow(deps, tenantId, row, works));
  ports.reached?.("indexing");
  await database.withTenant(tenantId, async (tx) => {
    await writeIndexRows(tx, tenantId, ids, prepared, {
      analyser: ANALYSER,
      at: ports.clock.now(),
      words: only === null,
      otherModels: only === null && hasOthers(models, works),
    });
    await settle(tx, lacking);
  });
  return { lacking };
}

function hasOthers(models: readonly VectorModel[], works: readonly VectorWork[]): boolean {
  const made = new Set(works.map(({ embedder }) => embedder.model));
  return models.some(({ model, state }) => state !== "retired" && !made.has(model));
}

function prepareRow(
  deps: EngineDeps,
  tenantId: string,
  row: IndexableRow,
  works: readonly VectorWork[],
): PreparedRow {
  return {
    memoryId: row.memoryId,
    ...composePostings(composeIndexText(row)),
    shown: row.shown,
    turn: row.kind === "episodic" ? placeTurn(deps, tenantId, row) : null,
    vectors: works.flatMap(({ embedder, wanted, vectors }) => {
      const digest = wanted.get(row.memoryId)?.digest;
      const embedding = digest === undefined ? undefined : vectors.get(digest);
      return digest === undefined || embedding === undefined
        ? []
        : [{ model: embedder.model, digest, embedding }];
    }),
  };
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
