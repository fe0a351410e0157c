import { coverText, type ShownMemories, type ShownMemory } from "@/components/console/shown-memory";
import { decideState } from "@/components/memory/decide-state";
import { EngineError } from "@/lib/engine/errors";
import type { ServiceContext } from "@/lib/services/context";
import { getMemory } from "@/lib/services/memory/get-memory";

/** More than this many texts are not read for one page; the numbers of every row are shown all the same. */
const MOST = 200;

/**
 * The texts behind a trace's ids, read anew: what was erased since is gone here too. What is about a person, other than
 * the one who looks, is covered.
 */
export async function loadMemories(ctx: ServiceContext, ids: string[]): Promise<ShownMemories> {
  const unique = [...new Set(ids)].slice(0, MOST);
  const shown = await Promise.all(unique.map((id) => loadMemory(ctx, id)));
  return Object.fromEntries(shown.map((memory) => [memory.memory_id, memory]));
}

async function loadMemory(ctx: ServiceContext, id: string): Promise<ShownMemory> {
  try {
    const memory = await getMemory({ ctx, input: { id } });
    const personal = memory.scope.startsWith("user:") || memory.subject.startsWith("user:");
    const own = memory.scope === ctx.principal.self || memory.subject === ctx.principal.self;
    const masked = personal && !own;
    return {
      memory_id: id,
      text: masked ? coverText(memory.statement) : memory.statement,
      masked,
      state: decideState(memory),
      scope: memory.scope,
      line: { status: memory.status, confirmation: memory.confirmation, as_of: memory.valid_from },
    };
  } catch (error) {
    if (error instanceof EngineError && error.code === "not_found") {
      return { memory_id: id, text: null, masked: false, state: null, scope: null, line: null };
    }
    throw error;
  }
}
