import { sql } from "drizzle-orm";
import type { Review } from "@/lib/contracts/reviews";
import type { Tx } from "@/lib/store/client";
import { textSet } from "@/lib/store/erasure/id-list";
import { queryRows, toInstant } from "@/lib/store/rows";
import { reviews } from "@/lib/store/schema/review";

export type NewReview = typeof reviews.$inferInsert;

/**
 * One step of a decision, with the reason in the decider's words. Of something of high sensitivity the reason stands
 * sealed in the decision's event and in the memory's history alone.
 */
export async function insertReview(tx: Tx, review: NewReview): Promise<void> {
  const [high] = review.reason
    ? await queryRows(
        tx,
        sql`select 1 from memories where tenant_id = ${review.tenantId} and sensitivity = 'high'
          and memory_id in ${textSet(review.memoryIds)} limit 1`,
      )
    : [];
  await tx.insert(reviews).values(high ? { ...review, reason: null } : review);
}

/** The steps of these objects, each in the order they were taken. */
export async function readReviews(
  tx: Tx,
  tenantId: string,
  objectIds: readonly string[],
): Promise<Map<string, Review[]>> {
  const rows = await queryRows<Record<string, unknown>>(
    tx,
    sql`select r.object_id, r.action, r.actor_kind, r.actor_id, r.via, r.at, r.reason,
          coalesce(a.name, u.display_name) as actor_name
        from reviews r
        left join agents a on a.tenant_id = ${tenantId} and a.agent_id = r.actor_id
        left join users u on u.tenant_id = ${tenantId} and u.user_id = r.actor_id
        where r.tenant_id = ${tenantId} and r.object_id in ${textSet(objectIds)}
        order by r.at, r.review_id`,
  );
  const found = new Map<string, Review[]>();
  for (const row of rows) {
    const steps = found.get(String(row.object_id)) ?? [];
    steps.push({
      at: toInstant(row.at).toISOString(),
      action: String(row.action),
      actor: {
        kind: String(row.actor_kind),
        id: String(row.actor_id),
        name: (row.actor_name as string | null) ?? null,
      },
      via: String(row.via),
      reason: (row.reason as string | null) ?? null,
    });
    found.set(String(row.object_id), steps);
  }
  return found;
}
