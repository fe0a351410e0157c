import type { Deletion, DeletionSelector } from "@/lib/contracts/deletions";
import type { DeletionChoice, MyDeletionPreview } from "@/lib/contracts/pages";
import { requireSelf } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { requestDeletion } from "@/lib/services/deletion/request-deletion";
import { listAgentsOf } from "@/lib/store/principals/my-agents";
import { findPerson } from "@/lib/store/principals/users";

/** Minutes in which a broad deletion can be taken back; one that names memories means them. */
export const CANCEL_WINDOW_S = 600;

/** What a choice on the page means to the engine: always within what is the person's own. */
export function toSelector(self: string, choice: DeletionChoice): DeletionSelector {
  switch (choice.scope) {
    case "ids":
      return { memory_ids: choice.ids };
    case "topic":
      return { topic: choice.topic };
    case "agent":
      return { agent: choice.agent };
    case "all":
      return { all_of_subject: self };
  }
}

/**
 * What a deletion would take, counted now; nothing is asked for yet.
 * @throws EngineError `not_entitled`; `not_found` for a memory that is not theirs
 */
export async function previewMyDeletion({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: DeletionChoice;
}): Promise<MyDeletionPreview> {
  const self = requireSelf(ctx);
  const { tenantId, actor } = ctx.principal;
  const selector = toSelector(self, input);
  const counted = await requestDeletion({ ctx, input: { selector, dry_run: true } });
  const { agent, password } = await ctx.database.withTenant(tenantId, async (tx) => {
    const own = { tenantId, self, now: ctx.clock.now() };
    const [named] = input.scope === "agent" ? await listAgentsOf(tx, own, input.agent) : [];
    const person = await findPerson(tx, { tenantId, userId: actor.id });
    return { agent: named?.name ?? null, password: person?.passwordHash !== null };
  });
  return {
    affected: counted.affected,
    agent_name: agent,
    asks_password: password && input.scope !== "ids",
    cancel_window_s: input.scope === "ids" ? 0 : CANCEL_WINDOW_S,
  };
}

/** @throws EngineError as a preview does */
export async function requestMyDeletion({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: DeletionChoice;
}): Promise<Deletion> {
  const self = requireSelf(ctx);
  return requestDeletion({
    ctx,
    input: {
      selector: toSelector(self, input),
      cancel_window_s: input.scope === "ids" ? 0 : CANCEL_WINDOW_S,
    },
  });
}
