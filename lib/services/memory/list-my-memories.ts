import type { ListMyMemoriesQuery, MyMemories } from "@/lib/contracts/pages";
import { EngineError } from "@/lib/engine/errors";
import { requireSelf } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { dropUnstorable, isStorable } from "@/lib/services/drop-unstorable";
import { readMemories } from "@/lib/store/memory/read-memories";
import { countMyMemories, type ListPosition, listMyMemoryIds } from "@/lib/store/principals/my-memories";

const DEFAULT_LIMIT = 50;
/** An instant as the database prints it. */
const DATED =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-]\d\d(:?[0-5]\d)?$/;

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
  const { cursor, limit = DEFAULT_LIMIT, ...query } = dropUnstorable(input);
  const after = cursor === undefined ? null : parsePosition(cursor, query.sort !== "text");
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

/** @param dated whether the list is sorted by an instant; a cursor from another sorting names none */
function parsePosition(cursor: string, dated: boolean): ListPosition {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(parsed) && parsed.length === 2) {
      const [value, memoryId] = parsed as unknown[];
      const fits = typeof value === "string" && (dated ? DATED.test(value) : isStorable(value));
      if (fits && typeof memoryId === "string" && /^mem_\w+$/.test(memoryId)) return [value, memoryId];
    }
  } catch {
    // Falls through to the one refusal.
  }
  throw new EngineError("meaningless", "This cursor is not one of ours.");
}
