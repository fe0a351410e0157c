import type { ActivityKind, ListActivityQuery, MyActivity } from "@/lib/contracts/pages";
import { EngineError } from "@/lib/engine/errors";
import { requireSelf } from "@/lib/services/authorise/require-self";
import type { ServiceContext } from "@/lib/services/context";
import { dropUnstorable } from "@/lib/services/drop-unstorable";
import { readMemories } from "@/lib/store/memory/read-memories";
import {
  ACTIONS,
  type ActivityPosition,
  type ActivityRow,
  listActivityOf,
} from "@/lib/store/principals/my-activity";

const DEFAULT_LIMIT = 50;

/**
 * Who learned, changed, used, looked at or deleted something about the signed-in person, newest first; operators'
 * looks at their words among it.
 * @throws EngineError `not_entitled`; `meaningless` for a cursor that is not one of ours
 */
export async function listMyActivity({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ListActivityQuery;
}): Promise<MyActivity> {
  const self = requireSelf(ctx);
  const { tenantId } = ctx.principal;
  const { kind, agent, memory, cursor, limit = DEFAULT_LIMIT } = dropUnstorable(input);
  const now = ctx.clock.now();
  const own = { tenantId, self, now };
  return ctx.database.withTenant(tenantId, async (tx) => {
    const rows = await listActivityOf(tx, own, {
      kind: kind ?? null,
      agentId: agent ?? null,
      memoryId: memory ?? null,
      after: cursor === undefined ? null : parsePosition(cursor),
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const ids = page.flatMap(({ memoryId }) => memoryId ?? []);
    const memories = await readMemories(tx, tenantId, [...new Set(ids)], { now });
    const words = new Map(memories.map((one) => [one.memory_id, one.statement]));
    const last = page.at(-1);
    return {
      items: page.map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        kind: kindOf(row),
        code: row.code,
        actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
        via: row.via,
        memory: row.memoryId ? { memory_id: row.memoryId, words: words.get(row.memoryId) ?? null } : null,
        count: row.count,
        deletion_id: row.deletionId,
        about_agent: row.aboutAgent,
      })),
      next_cursor:
        rows.length > limit && last
          ? Buffer.from(JSON.stringify([last.at.toISOString(), last.id])).toString("base64url")
          : null,
    };
  });
}

function kindOf({ code }: ActivityRow): ActivityKind {
  const found = Object.entries(ACTIONS).find(([, actions]) => actions.includes(code));
  return (found?.[0] as ActivityKind | undefined) ?? "used";
}

function parsePosition(cursor: string): ActivityPosition {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(parsed) && parsed.length === 2) {
      const [at, id] = parsed as unknown[];
      if (
        typeof at === "string" &&
        /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) &&
        !Number.isNaN(Date.parse(at)) &&
        typeof id === "string" &&
        /^[a-z]{3}_\w+$/.test(id)
      )
        return { at, id };
    }
  } catch {
    // Falls through to the one refusal.
  }
  throw new EngineError("meaningless", "This cursor is not one of ours.");
}
