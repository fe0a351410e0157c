import type { MySettings } from "@/lib/contracts/pages";
import { composePolicy } from "@/lib/engine/policy/compose-policy";
import { mentionsAny } from "@/lib/engine/policy/read-topics";
import { requireSelf } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { readControls } from "@/lib/services/subject/read-controls";
import { countMyMemories } from "@/lib/store/principals/my-memories";
import { findPerson } from "@/lib/store/principals/users";
import { readPolicy } from "@/lib/store/read-policy";

/** What the signed-in person decided about being remembered, and the topics they may decide about. */
export async function getSettings({
  ctx,
}: {
  ctx: ServiceContext;
  input: Record<string, never>;
}): Promise<MySettings> {
  const self = requireSelf(ctx);
  const { tenantId } = ctx.principal;
  return ctx.database.withTenant(tenantId, async (tx) => {
    const controls = await readControls(tx, ctx, self);
    const { topics } = await countMyMemories(tx, { tenantId, self, now: ctx.clock.now() });
    const { write } = composePolicy(await readPolicy(tx, tenantId));
    // A topic that one of the policy's covers is decided there.
    const covered = (topic: string) => Object.values(write.topics).some((words) => mentionsAny(topic, words));
    const person = await findPerson(tx, { tenantId, userId: ctx.principal.actor.id });
    return {
      controls,
      has_password: person !== null && person.passwordHash !== null,
      own_topics: topics.flatMap(({ topic, count }) =>
        topic === null || topic.length < 2 || topic.length > 80 || covered(topic) ? [] : [{ topic, count }],
      ),
    };
  });
}
