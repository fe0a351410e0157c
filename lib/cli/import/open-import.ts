import { createHmac } from "node:crypto";
import { z } from "zod";
import { type ApiClient, ApiError, createApiClient } from "@/lib/cli/import/api-client";

export interface ImportTarget {
  url: string;
  /** A key of an agent; else the admin key makes one. */
  key: string | undefined;
  adminKey: string | undefined;
  tenant: string;
  agent: string;
  /** Scopes that the new agent gets. */
  scopes: readonly string[];
}

/**
 * A client that may write what is to be imported. With the admin key it makes tenant, agent and key under idempotency
 * keys of their own, so that an import started again gets the same agent, by which its events are recognised.
 * @throws Error saying what to set
 */
export async function openImport(
  target: ImportTarget,
): Promise<{ client: ApiClient; key: string; made: boolean }> {
  if (target.key) return { client: createApiClient(target.url, target.key), key: target.key, made: false };
  const { adminKey } = target;
  if (!adminKey) {
    throw new Error(
      "Set KEEPSAKE_ADMIN_KEY, by which an agent is made for this import, or pass an agent's --key.",
    );
  }
  const admin = createApiClient(target.url, adminKey);
  // Nobody without the admin key can guess these, and so nobody can ask for the secret again.
  const once = (step: string) =>
    createHmac("sha256", adminKey)
      .update(JSON.stringify(["import", step, target.tenant, target.agent, target.scopes]))
      .digest("hex");
  await admin
    .post("/admin/tenants", { slug: target.tenant, name: target.tenant }, once("tenant"))
    .catch(ignoreExisting);
  const agent = { tenant: target.tenant, name: target.agent, scopes: target.scopes };
  const made = await admin.post("/admin/agents", agent, once("agent")).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === "already_exists")) throw error;
    throw new Error(
      `The tenant ${target.tenant} has an agent named "${target.agent}" already. Pass its --key, or another --agent name.`,
    );
  });
  const { agent_id: agentId } = z.object({ agent_id: z.string() }).parse(made);
  const answer = await admin.post(`/admin/agents/${agentId}/keys`, { name: "import" }, once("key"));
  const { secret } = z.object({ secret: z.string() }).parse(answer);
  return { client: createApiClient(target.url, secret), key: secret, made: true };
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof ApiError && error.code === "already_exists")) throw error;
}
