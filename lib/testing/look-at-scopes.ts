import { sql } from "drizzle-orm";
import postgres from "postgres";
import type { Database, DatabaseLocation } from "@/lib/store/client";

/** A scope's memories, nearest first, by looking at every vector in it. */
export async function listNearest(
  database: Database,
  asked: {
    tenantId: string;
    model: string;
    scope: string;
    vector: readonly number[];
    count: number;
    /** Cosine below which a vector says nothing. */
    floor: number;
  },
): Promise<string[]> {
  const rows = await database.withTenant(asked.tenantId, async (tx) => {
    // The order of an expression that no index knows.
    return tx.execute(sql`select memory_id from (
        select memory_id, (embedding <=> ${`[${asked.vector.join(",")}]`}::halfvec) + 0 as far from search_vectors
        where tenant_id = ${asked.tenantId} and model = ${asked.model} and scope = ${asked.scope}) measured
      where 1 - far >= ${asked.floor}::float8 order by far, memory_id limit ${asked.count}::int`);
  });
  return rowsOf<{ memory_id: string }>(rows).map((row) => row.memory_id);
}

/** How many of these are not memories of this scope of this tenant. */
export async function countForeign(
  database: Database,
  tenantId: string,
  scope: string,
  memoryIds: readonly string[],
): Promise<number> {
  const rows = await database.withTenant(tenantId, (tx) =>
    tx.execute(sql`select count(*)::int as own from memories
      where tenant_id = ${tenantId} and scope = ${scope} and memory_id = any(${`{${memoryIds.join(",")}}`}::text[])`),
  );
  return memoryIds.length - (rowsOf<{ own: number }>(rows)[0]?.own ?? 0);
}

/** What autovacuum does within minutes: statistics, and which pages are visible to all. */
export async function settleStatistics(database: Database, location: DatabaseLocation): Promise<void> {
  if (location.kind === "embedded") {
    await database.asOwner((tx) => tx.execute(sql`analyze`));
    return;
  }
  const owner = postgres(location.url, { max: 1, onnotice: () => {} });
  try {
    await owner.unsafe("vacuum analyze");
  } finally {
    await owner.end({ timeout: 5 });
  }
}

function rowsOf<T>(result: unknown): T[] {
  return Array.isArray(result) ? result : (result as { rows: T[] }).rows;
}
