import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import type { ErasurePlan, PlaceCounts } from "@/lib/store/erasure/erasure-plan";
import { placeConditions } from "@/lib/store/erasure/place-conditions";
import { queryRows } from "@/lib/store/rows";

/** How many rows of each place hold something of the plan now. Before an erasure what will go, after it what is left. */
export async function countPlaces(tx: Tx, tenantId: string, plan: ErasurePlan): Promise<PlaceCounts> {
  const at = placeConditions(tenantId, plan);
  const [row] = await queryRows<PlaceCounts>(
    tx,
    sql`select
      (select count(*)::int from memory_contents where ${at.contents}) as "contents",
      (select count(*)::int from memory_periods where ${at.periods}) as "periods",
      (select count(*)::int from memory_sources where ${at.sources}) as "sources",
      (select count(*)::int from memory_sources where ${at.quotes}) as "quotes",
      (select count(*)::int from event_payloads where ${at.payloads}) as "payloads",
      (select count(*)::int from candidates where ${at.proposals}) as "proposals",
      (select count(*)::int from memory_transitions where ${at.reasons}) as "reasons",
      (select count(*)::int from reviews where ${at.rulings}) as "rulings",
      (select count(*)::int from facts where ${at.keys}) as "keys",
      ((select count(*) from entity_aliases where ${at.names}) + (select count(*) from entities where ${at.entities}))::int as "names",
      (select count(*)::int from outbox where ${at.openWork}) as "openWork",
      (select count(*)::int from search_index where ${at.lexemes}) as "lexemes",
      (select count(*)::int from search_vectors where ${at.vectors}) as "vectors",
      (select count(*)::int from embedding_cache where ${at.cachedVectors}) as "cachedVectors",
      (select count(*)::int from retrieval_texts where ${at.traceTexts}) as "traceTexts",
      (select count(*)::int from export_files where ${at.exportFiles}) as "exportFiles"`,
  );
  if (!row) throw new Error("the database did not count");
  return row;
}
