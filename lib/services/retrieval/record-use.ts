import type { RecordUseInput, RecordUseOutput } from "@/lib/contracts/retrievals";
import { requireMember } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** Which of the packed memories were really used, and with what outcome. @throws EngineError `not_found`, `meaningless` */
export async function recordUse({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: RecordUseInput & { id: string };
}): Promise<RecordUseOutput> {
  requireMember(ctx);
  const { id, ...use } = input;
  return ctx.engine.recordUse(ctx, id, use);
}
