import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { queryRows, toInstant } from "@/lib/store/rows";

export interface ReviewPosition {
  at: Date;
  id: string;
}

export function encodeReviewPosition(position: ReviewPosition): string {
  return Buffer.from(JSON.stringify([position.at.toISOString(), position.id])).toString("base64url");
}

/** Null when it is not one of ours. */
export function decodeReviewPosition(text: string): ReviewPosition | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (!Array.isArray(parsed) || parsed.length !== 2) return null;
    const [at, id] = parsed as unknown[];
    if (typeof at !== "string" || typeof id !== "string" || !/^[a-z]{3}_\w+$/.test(id)) return null;
    const date = new Date(at);
    return Number.isNaN(date.getTime()) ? null : { at: date, id };
  } catch {
    return null;
  }
}

export interface IdPage {
  ids: string[];
  total: number;
  next: string | null;
}

/** One page of ids, newest first, with the exact number of all that match. `from` names `x`, and `m` and `f` where needed. */
export async function pageOfIds(
  tx: Tx,
  tenantId: string,
  input: { from: SQL; where: SQL; id: SQL; at: SQL; after: ReviewPosition | null; limit: number },
): Promise<IdPage> {
  const { from, where, id, at, after, limit } = input;
  const [count] = await queryRows<{ total: number }>(
    tx,
    sql`select count(*)::int as total ${from} where x.tenant_id = ${tenantId} and ${where}`,
  );
  const beyond = after
    ? sql`and (${at}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id})`
    : sql``;
  const rows = await queryRows<{ id: string; at: unknown }>(
    tx,
    sql`select ${id} as id, ${at} as at ${from} where x.tenant_id = ${tenantId} and ${where} ${beyond} order by ${at} desc, ${id} desc limit ${limit + 1}`,
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    ids: shown.map((row) => row.id),
    total: count?.total ?? 0,
    next: last ? encodeReviewPosition({ at: toInstant(last.at), id: last.id }) : null,
  };
}
