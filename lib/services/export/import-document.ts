import type { ImportInput, ImportOutput } from "@/lib/contracts/exports";
import { requireWriter } from "@/lib/services/authorise/require-member";
import type { ServiceContext } from "@/lib/services/context";

/** Takes in what was exported, as an import and no more. @throws EngineError `scope_not_allowed`, `not_entitled`, `meaningless` */
export async function importDocument({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: ImportInput;
}): Promise<ImportOutput> {
  requireWriter(ctx);
  return ctx.engine.importDocument(ctx, input);
}
