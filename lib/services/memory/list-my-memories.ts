import type { ListMyMemoriesQuery, MyMemories } from "@/lib/contracts/pages";
import { EngineError } from "@/lib/engine/errors";
import { requireSelf } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { readMemories } from "@/lib/store/memory/read-memories";
import { countMyMemories, type ListPosition, listMyMemoryIds } from "@/lib/store/principals/my-memories";

const DEFAULT_LIMIT = 50;

/**
 * A person's own memories: those in their `user:` scope, and those elsewhere whose subject they are. Also for somebody
 * who holds an operator's role: here they are a person like any other. `topic: ""` asks for those without one.
 * @throws EngineError `not_entitled`; `meaningless` for a cursor that is not one of ours
 */
export async function listMyMemories({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ListMyMemoriesQuery;
}): Promise<MyMemories> {
  const self = requireSelf(ctx);
  const { tenantId } = ctx.principal;
  const now = ctx.clock.now();
  const { cursor, limit = DEFAULT_LIMIT, ...query } = input;
  const after = cursor === undefined ? null : parsePosition(cursor);
  return ctx.database.withTenant(tenantId, async (tx) => {
    const own = { tenantId, self, now };
    const page = await listMyMemoryIds(tx, own, { ...query, after, limit });
    const counts = await countMyMemories(tx, own);
    return {
      items: await readMemories(tx, tenantId, page.ids, { now }),
      next_cursor: page.next && Buffer.from(JSON.stringify(page.next)).toString("base64url"),
      total: page.total,
      counts: { active: counts.active, inactive: counts.inactive },
      topics: counts.topics.map(({ topic, count }) => ({ topic, count })),
      agents: counts.agents,
    };
  });
}

function parsePosition(cursor: string): ListPosition {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(parsed) && parsed.length === 2) {
      const [value, memoryId] = parsed as unknown[];
      const dated = typeof value === "string" && !value.includes("\u0000");
      if (dated && typeof memoryId === "string" && /^mem_\w+$/.test(memoryId)) return [value, memoryId];
    }
  } catch {
    // Falls through to the one refusal.
  }
  throw new EngineError("meaningless", "This cursor is not one of ours.");
}
