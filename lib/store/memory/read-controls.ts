import { and, eq, inArray, sql } from "drizzle-orm";
import type { TopicChoice } from "@/lib/engine/model/topic-choice";
import type { Tx } from "@/lib/store/client";
import { aheadOf, holdsAll } from "@/lib/store/look-ahead";
import { tombstones } from "@/lib/store/schema/lifecycle";
import { textSet } from "@/lib/store/erasure/id-list";
import { queryRows } from "@/lib/store/rows";
import { subjectTopics } from "@/lib/store/schema/tenancy";

/** Which of these subjects have paused their memory at this instant, for everybody or for this agent. */
export async function listPausedSubjects(
  tx: Tx,
  tenantId: string,
  subjects: readonly string[],
  now: Date,
  agentId: string | null = null,
): Promise<string[]> {
  if (subjects.length === 0) return [];
  const ahead = aheadOf(tx);
  const foreseen = ahead !== null && holdsAll(ahead.foreseen.people, subjects);
  if (foreseen && (agentId === null || agentId === ahead.foreseen.writer) && !(await ahead.found).paused)
    return [];
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await queryRows<{ subject: string }>(
    tx,
    sql`select subject from subject_controls
      where tenant_id = ${tenantId} and subject in ${textSet(subjects)}
        and paused_at <= ${at} and (paused_until is null or paused_until > ${at})
      union
      select subject from subject_agent_pauses
      where tenant_id = ${tenantId} and agent_id = ${agentId}::text and subject in ${textSet(subjects)}`,
  );
  return rows.map((row) => row.subject);
}

/** What these people declined to have remembered or inferred. */
export async function listTopicChoices(
  tx: Tx,
  tenantId: string,
  subjects: readonly string[],
): Promise<TopicChoice[]> {
  if (subjects.length === 0) return [];
  const ahead = aheadOf(tx);
  if (ahead && holdsAll(ahead.foreseen.people, subjects))
    return ((await ahead.found).choices ?? []).filter(({ subject }) => subjects.includes(subject));
  return tx
    .select({
      subject: subjectTopics.subject,
      topic: subjectTopics.topic,
      remember: subjectTopics.remember,
      infer: subjectTopics.infer,
    })
    .from(subjectTopics)
    .where(and(eq(subjectTopics.tenantId, tenantId), inArray(subjectTopics.subject, [...subjects])));
}

/** Whether content of any of these keyed digests was erased before. */
export async function wasAnyErased(tx: Tx, tenantId: string, digests: readonly string[]): Promise<boolean> {
  const ahead = aheadOf(tx);
  if (ahead && holdsAll(ahead.foreseen.erased, digests) && !(await ahead.found).erased) return false;
  const rows = await tx
    .select({ digest: tombstones.digest })
    .from(tombstones)
    .where(and(eq(tombstones.tenantId, tenantId), inArray(tombstones.digest, [...digests])))
    .limit(1);
  return rows.length > 0;
}
