import type { EngineDeps } from "@/lib/engine/model/deps";
import { chooseForReading, listEmbedders } from "@/lib/engine/policy/choose-vector-models";
import type { Embedder } from "@/lib/engine/ports";
import { listVectorModels } from "@/lib/store/search/vector-models";

/** The model that a question is compared with; asked of the database only where there is more than one. */
export async function findServing(
  { database, ports }: EngineDeps,
  tenantId: string,
): Promise<Embedder | null> {
  const embedders = listEmbedders(ports);
  if (embedders.length < 2) return embedders[0] ?? null;
  return chooseForReading(
    await database.withTenant(tenantId, (tx) => listVectorModels(tx, tenantId)),
    embedders,
  );
}
