import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { modelCalls } from "@/lib/store/schema/extraction";
import { instantParam } from "@/lib/store/search/parameters";

export async function insertModelCall(tx: Tx, call: typeof modelCalls.$inferInsert): Promise<void> {
  await tx.insert(modelCalls).values(call);
}

/** Tokens, in and out, that a tenant's calls took since this instant. */
export async function sumTokensSince(tx: Tx, tenantId: string, since: Date): Promise<number> {
  const [row] = await queryRows<{ tokens: number | string }>(
    tx,
    sql`select coalesce(sum(tokens_in::bigint + tokens_out), 0)::float8 as tokens from model_calls
      where tenant_id = ${tenantId} and at >= ${instantParam(since)}`,
  );
  return Number(row?.tokens ?? 0);
}
