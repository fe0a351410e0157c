import type { Page } from "@/lib/contracts/common";
import type { Hold } from "@/lib/contracts/holds";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** All holds, those in force first. @throws EngineError `not_entitled` */
export async function listHolds({ ctx }: { ctx: ServiceContext }): Promise<Page<Hold>> {
  requireMember(ctx);
  return ctx.engine.listHolds(ctx);
}
