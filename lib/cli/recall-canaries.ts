import type { CallContext } from "@/lib/engine/model/context";
import type { Runtime } from "@/lib/server/runtime";
import { countErased, sampleMemories } from "@/lib/store/backup/sample-memories";

const MOST = 20;

/**
 * Asks a restored database for memories by their own words, and looks whether anything of the erased ones stands.
 * @returns how many were asked for and recalled; how many are erased, and how many of these have words left
 */
export async function recallCanaries(
  { database, engine }: Pick<Runtime, "database" | "engine">,
  tenantId: string,
): Promise<{ asked: number; recalled: number; erased: number; left: number }> {
  const samples = await database.withTenant(tenantId, (tx) => sampleMemories(tx, tenantId, MOST));
  let recalled = 0;
  for (const { memoryId, scope, statement } of samples) {
    const found = await engine.retrieve(rehearsal(tenantId, scope), {
      query: statement,
      scopes: [scope],
      k: 50,
    });
    if (found.snippets.some((snippet) => snippet.memory_id === memoryId)) recalled += 1;
  }
  const { erased, left } = await database.withTenant(tenantId, (tx) => countErased(tx, tenantId));
  return { asked: samples.length, recalled, erased, left };
}

function rehearsal(tenantId: string, scope: string): CallContext {
  return {
    requestId: "req_rehearsal",
    principal: {
      tenantId,
      actor: { kind: "job", id: "rehearsal", name: null },
      via: "job",
      roles: [],
      scopes: [scope],
      purposes: null,
      sourceTypes: [],
      writeMode: "none",
      self: null,
      keyId: null,
    },
  };
}
