import type { Reveal } from "@/lib/contracts/reveals";
import type { ServiceContext } from "@/lib/services/context";
import { listReveals } from "@/lib/services/subject/list-reveals";

export interface Viewer {
  self: string | null;
  reads: false;
  /** Whose words are uncovered for this operator at this moment. */
  revealed: string[];
  reveals: Reveal[];
}

/** Who looks, and whose words they have uncovered with a reason. */
export async function loadViewer(ctx: ServiceContext): Promise<Viewer> {
  const reveals = await listReveals({ ctx, input: {} });
  return {
    self: ctx.principal.self,
    reads: false,
    revealed: reveals.map(({ subject }) => subject),
    reveals,
  };
}
