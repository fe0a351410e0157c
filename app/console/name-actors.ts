import type { ServiceContext } from "@/lib/services/context";
import { nameActors as name } from "@/lib/services/audit/name-actors";

/** The names behind ids of agents and people; what is not found keeps its id. */
export async function nameActors(ctx: ServiceContext, ids: string[]): Promise<Record<string, string>> {
  return ids.length === 0 ? {} : name({ ctx, input: { ids: [...new Set(ids)].slice(0, 200) } });
}
