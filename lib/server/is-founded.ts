import { getRuntime } from "@/lib/server/runtime";
import { hasOwnTenant } from "@/lib/store/principals/tenants";

/** Whether anybody has made an organisation here beside the demo's: until then the welcome page makes the first one. */
export async function isFounded(): Promise<boolean> {
  const { database } = await getRuntime();
  return database.withoutTenant((tx) => hasOwnTenant(tx));
}
