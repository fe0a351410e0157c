import type { Controls, SetControlsInput } from "@/lib/contracts/subjects";
import { auditChange } from "@/lib/services/audit-change";
import { requireWriter } from "@/lib/services/authorise/require-member";
import { requireSelfOrRole } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { readControls, toSubject } from "@/lib/services/subject/read-controls";
import { replaceTopics } from "@/lib/store/memory/write-controls";

/**
 * Sets which topics of a person are not remembered or not inferred; in force for the next write.
 * @throws EngineError `not_entitled` for anyone but the person, a privacy officer or an administrator
 */
export async function setControls({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: SetControlsInput & { id: string };
}): Promise<Controls> {
  requireWriter(ctx);
  const subject = toSubject(input.id);
  requireSelfOrRole(ctx, subject, "privacy_officer", "admin");
  const { tenantId } = ctx.principal;
  const at = ctx.clock.now();
  const topics = [...new Map(input.topics.map((choice) => [choice.topic.trim(), choice])).entries()]
    // A choice that leaves everything open is none.
    .filter(([, choice]) => !choice.remember || !choice.infer)
    .map(([topic, { remember, infer }]) => ({ topic, remember, infer }));
  return ctx.database.withTenant(tenantId, async (tx) => {
    await replaceTopics(tx, { tenantId, subject }, topics, at);
    await auditChange(
      tx,
      { ctx, tenantId, at },
      {
        action: "subject.topics_set",
        objectType: "subject",
        objectId: subject,
        details: { topics: topics.length, not_remembered: topics.filter((topic) => !topic.remember).length },
      },
    );
    return readControls(tx, ctx, subject);
  });
}
