import { deriveKey, equalInConstantTime, keyedDigest } from "@/lib/platform/hashing";
import type { Database } from "@/lib/store/client";
import { findSetting, insertSetting, MASTER_KEY_SETTING } from "@/lib/store/principals/instance-settings";

export function masterKeyCheck(masterKey: string): string {
  return keyedDigest(deriveKey(masterKey, "master-key-check"), "keepsake");
}

/**
 * The master key is the one this database was first opened with. With another one nothing that is encrypted would open,
 * no key of an agent and no sign-in would be recognised, and new data would be written that the right key cannot read.
 * @throws Error saying which setting is wrong
 */
export async function requireSameMasterKey(database: Database, masterKey: string, now: Date): Promise<void> {
  const check = masterKeyCheck(masterKey);
  const stored = await database.withoutTenant(async (tx) => {
    const found = await findSetting(tx, MASTER_KEY_SETTING);
    if (found !== null) return found;
    await insertSetting(tx, MASTER_KEY_SETTING, check, now);
    return findSetting(tx, MASTER_KEY_SETTING);
  });
  if (typeof stored !== "string" || !equalInConstantTime(stored, check)) {
    throw new Error(
      "KEEPSAKE_MASTER_KEY is not the key this database was made with: nothing encrypted would open. Set the former key (the embedded database keeps it in secrets.json beside it).",
    );
  }
}
