import { getRuntime, type Runtime } from "@/lib/server/runtime";
import { hasOrganisation } from "@/lib/services/has-organisation";

/** Once it has one it is not asked for again. */
const FOUNDED = new WeakSet<Runtime>();

/** Whether anybody has made an organisation here beside the demo's: until then the welcome page makes the first one. */
export async function isFounded(): Promise<boolean> {
  const runtime = await getRuntime();
  if (FOUNDED.has(runtime)) return true;
  const founded = await hasOrganisation(runtime);
  if (founded) FOUNDED.add(runtime);
  return founded;
}
