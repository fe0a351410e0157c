import { and, eq, inArray, sql } from "drizzle-orm";
import type { Duplicate } from "@/lib/contracts/naming";
import type { Principal } from "@/lib/engine/model/principal";
import type { Tx } from "@/lib/store/client";
import { insertSource } from "@/lib/store/memory/insert-version";
import { visibilityCondition } from "@/lib/store/memory/visibility";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";
import { memorySources } from "@/lib/store/schema/memory";
import { createOpener, sourceRowId } from "@/lib/store/sealing/open-rows";

/** Questions of which this principal may see a side, newest first, with the exact number of them. */
export async function listDuplicateRows(
  tx: Tx,
  principal: Principal,
  input: { state: string | null; limit: number; duplicateId?: string },
): Promise<{ items: Duplicate[]; total: number }> {
  const { tenantId } = principal;
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select d.*, count(*) over ()::int as total from possible_duplicates d
          join memories m on m.tenant_id = ${tenantId} and m.memory_id = d.memory_id
          join facts f on f.tenant_id = ${tenantId} and f.fact_id = m.fact_id
        where d.tenant_id = ${tenantId} and ${visibilityCondition(principal)}
          and (${input.state}::text is null or d.state = ${input.state})
          and (${input.duplicateId ?? null}::text is null or d.duplicate_id = ${input.duplicateId ?? null})
        order by d.opened_at desc, d.duplicate_id desc limit ${input.limit}`,
  );
  return {
    total: Number(rows[0]?.total ?? 0),
    items: rows.map((row) => ({
      duplicate_id: String(row.duplicate_id),
      scope: String(row.scope),
      memory_id: String(row.memory_id),
      other_id: String(row.other_id),
      reason_code: String(row.reason_code),
      score: Number(row.score),
      state: row.state as Duplicate["state"],
      opened_at: toInstant(row.opened_at).toISOString(),
      decided_at: toInstantOrNull(row.decided_at)?.toISOString() ?? null,
    })),
  };
}

/** Compare and set: of two who decide at once one does. @returns whether this was it */
export async function closeDuplicate(
  tx: Tx,
  tenantId: string,
  duplicateId: string,
  state: "merged" | "kept_apart",
  by: { kind: string; id: string },
  at: Date,
): Promise<boolean> {
  const rows = await queryRows(
    tx,
    sql`update possible_duplicates set state = ${state}, decided_at = ${at.toISOString()}::timestamptz,
          decided_by_kind = ${by.kind}, decided_by_id = ${by.id}
        where tenant_id = ${tenantId} and duplicate_id = ${duplicateId} and state = 'open' returning 1`,
  );
  return rows.length > 0;
}

/** What one memory rests on, the other rests on too from now on. */
export async function shareSources(
  tx: Tx,
  tenantId: string,
  from: string,
  to: string,
  at: Date,
): Promise<void> {
  const rows = await tx
    .select()
    .from(memorySources)
    .where(
      and(
        eq(memorySources.tenantId, tenantId),
        eq(memorySources.memoryId, from),
        inArray(memorySources.relation, ["supports", "derived_from"]),
      ),
    );
  // A quote opens in its own row alone: what is carried over is sealed anew.
  const opener = await createOpener(tx, tenantId, rows);
  for (const { keyId, sealed, ...row } of rows) {
    const said = opener.open<{ quote: string }>("memory_sources", sourceRowId(row), { keyId, sealed });
    await insertSource(tx, { ...row, memoryId: to, quote: said?.quote ?? row.quote, recordedAt: at });
  }
}
