import type { Controls } from "@/lib/contracts/subjects";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";
import type { Tx } from "@/lib/store/client";
import { composePolicy } from "@/lib/engine/policy/compose-policy";
import { readPolicy } from "@/lib/store/read-policy";
import { listTopicChoices } from "@/lib/store/memory/read-controls";
import { findPause } from "@/lib/store/memory/write-controls";

/** `user:ID`, also for a bare id. */
export function toSubject(id: string): string {
  return id.startsWith("user:") ? id : `user:${id}`;
}

/** What a person decided, as it stands at this instant. A pause whose end has come is none. */
export async function readControls(tx: Tx, ctx: ServiceContext, subject: string): Promise<Controls> {
  requireMember(ctx);
  const { tenantId } = ctx.principal;
  const pause = await findPause(tx, { tenantId, subject });
  const choices = await listTopicChoices(tx, tenantId, [subject]);
  const policy = composePolicy(await readPolicy(tx, tenantId));
  const now = ctx.clock.now();
  const since = pause?.pausedAt ?? null;
  const until = pause?.pausedUntil ?? null;
  const paused = since !== null && since <= now && (until === null || until > now);
  return {
    subject,
    paused,
    paused_since: paused ? since.toISOString() : null,
    paused_until: paused ? (until?.toISOString() ?? null) : null,
    topics: choices.map(({ topic, remember, infer }) => ({ topic, remember, infer })),
    known_topics: Object.keys(policy.write.topics),
  };
}
