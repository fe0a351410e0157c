import { z } from "zod";
import { instant } from "@/lib/contracts/common";

export const createBackupOutput = z.object({
  /** On the server's own disk. */
  path: z.string(),
  made_at: instant,
  /** Until when it is kept; receipts of erasures wait for it. */
  expires_at: instant,
  bytes: z.number().int(),
  sha256: z.string(),
  rows: z.record(z.string(), z.number().int()),
});
export type CreateBackupOutput = z.infer<typeof createBackupOutput>;
