import { and, eq, inArray } from "drizzle-orm";
import type { TopicChoice } from "@/lib/engine/model/topic-choice";
import type { Tx } from "@/lib/store/client";
import { tombstones } from "@/lib/store/schema/lifecycle";
import { subjectControls, subjectTopics } from "@/lib/store/schema/tenancy";

/** Which of these subjects have paused their memory at this instant. */
export async function listPausedSubjects(
  tx: Tx,
  tenantId: string,
  subjects: readonly string[],
  now: Date,
): Promise<string[]> {
  if (subjects.length === 0) return [];
  const rows = await tx
    .select()
    .from(subjectControls)
    .where(and(eq(subjectControls.tenantId, tenantId), inArray(subjectControls.subject, [...subjects])));
  return rows
    .filter(
      (row) =>
        row.pausedAt !== null && row.pausedAt <= now && (row.pausedUntil === null || row.pausedUntil > now),
    )
    .map((row) => row.subject);
}

/** What these people declined to have remembered or inferred. */
export async function listTopicChoices(
  tx: Tx,
  tenantId: string,
  subjects: readonly string[],
): Promise<TopicChoice[]> {
  if (subjects.length === 0) return [];
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
  const rows = await tx
    .select({ digest: tombstones.digest })
    .from(tombstones)
    .where(and(eq(tombstones.tenantId, tenantId), inArray(tombstones.digest, [...digests])))
    .limit(1);
  return rows.length > 0;
}
