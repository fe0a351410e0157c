import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { auditLog } from "@/lib/store/schema/ledger";
import { subjectControls, subjectTopics } from "@/lib/store/schema/tenancy";

/** Pauses a person's memory, or ends the pause with nulls; the row is kept. */
export async function setPause(
  tx: Tx,
  key: { tenantId: string; subject: string },
  pause: { pausedAt: Date | null; pausedUntil: Date | null },
  at: Date,
): Promise<void> {
  await tx
    .insert(subjectControls)
    .values({ ...key, ...pause, updatedAt: at })
    .onConflictDoUpdate({
      target: [subjectControls.tenantId, subjectControls.subject],
      set: { ...pause, updatedAt: at },
    });
}

/** Which kind of actor set the pause last; null when nobody did. */
export async function findLastPauser(tx: Tx, tenantId: string, subject: string): Promise<string | null> {
  const [row] = await tx
    .select({ kind: auditLog.actorKind })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.tenantId, tenantId),
        eq(auditLog.objectType, "subject"),
        eq(auditLog.objectId, subject),
        eq(auditLog.action, "subject.paused"),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.auditId))
    .limit(1);
  return row?.kind ?? null;
}

export async function findPause(
  tx: Tx,
  key: { tenantId: string; subject: string },
): Promise<{ pausedAt: Date | null; pausedUntil: Date | null } | null> {
  const [row] = await tx
    .select({ pausedAt: subjectControls.pausedAt, pausedUntil: subjectControls.pausedUntil })
    .from(subjectControls)
    .where(and(eq(subjectControls.tenantId, key.tenantId), eq(subjectControls.subject, key.subject)));
  return row ?? null;
}

/** One topic's choice, in the place of the one before; null takes it away, and the topic is open again. */
export async function setTopic(
  tx: Tx,
  key: { tenantId: string; subject: string; topic: string },
  choice: { remember: boolean; infer: boolean } | null,
  at: Date,
): Promise<void> {
  await tx
    .delete(subjectTopics)
    .where(
      and(
        eq(subjectTopics.tenantId, key.tenantId),
        eq(subjectTopics.subject, key.subject),
        eq(subjectTopics.topic, key.topic),
      ),
    );
  if (choice !== null) await tx.insert(subjectTopics).values({ ...key, ...choice, updatedAt: at });
}

/** The whole list anew: what it does not name is open again. */
export async function replaceTopics(
  tx: Tx,
  key: { tenantId: string; subject: string },
  topics: readonly { topic: string; remember: boolean; infer: boolean }[],
  at: Date,
): Promise<void> {
  await tx
    .delete(subjectTopics)
    .where(and(eq(subjectTopics.tenantId, key.tenantId), eq(subjectTopics.subject, key.subject)));
  if (topics.length > 0) {
    await tx.insert(subjectTopics).values(topics.map((topic) => ({ ...key, ...topic, updatedAt: at })));
  }
}
