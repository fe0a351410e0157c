import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { authenticateAdmin, isAdminKey } from "@/lib/server/authenticate";
import { toServiceContext } from "@/lib/server/person-context";
import { getRuntime } from "@/lib/server/runtime";
import type { ServiceContext } from "@/lib/services/context";

const ATTEMPTS = 10;
const WINDOW_S = 900;
/** One door for everybody: an address can be changed, and nobody needs this twice. */
const DOOR = "admin-key";
const limiter = new RateLimiterMemory({ points: ATTEMPTS, duration: WINDOW_S, keyPrefix: "key-holder" });

/** The installation's administrator by the admin key, or why not: `admin_key_wrong`, `rate_limited`. */
export async function findKeyHolder(
  key: string,
  requestId: string,
): Promise<ServiceContext | "admin_key_wrong" | "rate_limited"> {
  const runtime = await getRuntime();
  try {
    await limiter.consume(DOOR);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return "rate_limited";
    throw refusal;
  }
  if (!isAdminKey(runtime, key)) return "admin_key_wrong";
  await limiter.delete(DOOR);
  const { principal } = await authenticateAdmin(runtime, key);
  return toServiceContext(runtime, { ...principal, via: "page" }, requestId);
}
