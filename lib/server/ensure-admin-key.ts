import { randomBase62 } from "@/lib/platform/api-key";
import type { Clock } from "@/lib/platform/clock";
import type { Environment } from "@/lib/platform/env";
import type { RuntimeKeys } from "@/lib/server/runtime-keys";
import type { Database } from "@/lib/store/client";
import { findSetting, insertSetting } from "@/lib/store/principals/instance-settings";

const SETTING = "admin_key_digest";

/**
 * The digest that the admin key of a request must have. A key of the environment decides; without one, the first start
 * makes one and stores its digest alone.
 * @returns generated: the key just made, to be shown once
 */
export async function ensureAdminKey(input: {
  database: Database;
  environment: Environment;
  keys: RuntimeKeys;
  clock: Clock;
}): Promise<{ digest: string; generated: string | null }> {
  const { database, environment, keys, clock } = input;
  if (environment.KEEPSAKE_ADMIN_KEY) {
    return { digest: keys.digestAdminKey(environment.KEEPSAKE_ADMIN_KEY), generated: null };
  }
  const key = `ks_admin_${randomBase62()}`;
  const digest = keys.digestAdminKey(key);
  return database.withoutTenant(async (tx) => {
    // Of several processes that start at once, one makes the key.
    const made = await insertSetting(tx, SETTING, digest, clock.now());
    if (made) return { digest, generated: key };
    const stored = await findSetting(tx, SETTING);
    if (typeof stored !== "string") throw new Error("the stored digest of the admin key is not readable");
    return { digest: stored, generated: null };
  });
}
