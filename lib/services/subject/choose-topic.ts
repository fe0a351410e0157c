import type { Controls, TopicChoiceInput } from "@/lib/contracts/subjects";
import { EngineError } from "@/lib/engine/errors";
import { auditChange } from "@/lib/services/audit-change";
import { requireWriter } from "@/lib/services/authorise/require-member";
import { requireSelf } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { readControls } from "@/lib/services/subject/read-controls";
import { listTopicChoices } from "@/lib/store/memory/read-controls";
import { setTopic } from "@/lib/store/memory/write-controls";

const MOST = 50;

/**
 * The signed-in person's choice about one topic, beside those they made before; in force for the next write. Both open
 * means no choice at all.
 * @throws EngineError `not_entitled`; `meaningless` for more topics than are kept
 */
export async function chooseTopic({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: TopicChoiceInput;
}): Promise<Controls> {
  requireWriter(ctx);
  const subject = requireSelf(ctx);
  const { tenantId } = ctx.principal;
  const topic = input.topic.trim();
  const { remember, infer } = input;
  const open = remember && infer;
  const at = ctx.clock.now();
  return ctx.database.withTenant(tenantId, async (tx) => {
    const before = await listTopicChoices(tx, tenantId, [subject]);
    if (!open && before.length >= MOST && !before.some((choice) => choice.topic === topic)) {
      throw new EngineError("meaningless", "More topics than can be kept.", {
        fields: [{ path: "topic", message: `at most ${MOST} topics` }],
      });
    }
    await setTopic(tx, { tenantId, subject, topic }, open ? null : { remember, infer }, at);
    await auditChange(
      tx,
      { ctx, tenantId, at },
      {
        action: "subject.topics_set",
        objectType: "subject",
        objectId: subject,
        details: { topics: 1, remember, infer },
      },
    );
    return readControls(tx, ctx, subject);
  });
}
