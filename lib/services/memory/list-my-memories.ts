import type { Page } from "@/lib/contracts/common";
import type { ListMemoriesQuery, Memory } from "@/lib/contracts/memories";
import { requireSelf } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { countTopics, type TopicCount } from "@/lib/store/principals/count-topics";

export type MyMemoriesQuery = Pick<
  ListMemoriesQuery,
  "status" | "topic" | "agent" | "q" | "confirmation" | "kind" | "cursor" | "limit"
>;

export interface MyMemories extends Page<Memory> {
  /** Active memories about this person by topic, most first; null is "no topic". Not narrowed by the filters. */
  topics: TopicCount[];
}

/**
 * A person's own memories: those in their `user:` scope, and those elsewhere whose subject they are. Also for somebody
 * who holds an operator's role: here they are a person like any other.
 */
export async function listMyMemories({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: MyMemoriesQuery;
}): Promise<MyMemories> {
  const self = requireSelf(ctx);
  const call = { principal: { ...ctx.principal, roles: ["user" as const], scopes: [self] }, requestId: ctx.requestId };
  const page = await ctx.engine.listMemories(call, input);
  const topics = await ctx.database.withTenant(ctx.principal.tenantId, (tx) =>
    countTopics(tx, { tenantId: ctx.principal.tenantId, self }),
  );
  return { ...page, topics };
}
