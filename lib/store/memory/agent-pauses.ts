import { and, eq } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import { subjectAgentPauses } from "@/lib/store/schema/tenancy";

interface Key {
  tenantId: string;
  subject: string;
  agentId: string;
}

/** From this moment on; an earlier one stays. */
export async function insertAgentPause(tx: Tx, key: Key, at: Date): Promise<void> {
  await tx
    .insert(subjectAgentPauses)
    .values({ ...key, pausedAt: at })
    .onConflictDoNothing();
}

export async function deleteAgentPause(tx: Tx, key: Key): Promise<void> {
  await tx
    .delete(subjectAgentPauses)
    .where(
      and(
        eq(subjectAgentPauses.tenantId, key.tenantId),
        eq(subjectAgentPauses.subject, key.subject),
        eq(subjectAgentPauses.agentId, key.agentId),
      ),
    );
}
