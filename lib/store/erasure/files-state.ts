import { sql } from "drizzle-orm";
import type { Tx } from "@/lib/store/client";
import type { FilesRewritten } from "@/lib/store/erasure/rewrite-files";
import { findSetting } from "@/lib/store/principals/instance-settings";
import { queryRows, toInstantOrNull } from "@/lib/store/rows";

/** Name in instance_settings under which the job that rewrites files leaves word of it. */
export const FILES_SETTING = "files";

export interface FilesState {
  rewritten_at: string | null;
  left: string[];
  log: FilesRewritten["log"] | null;
  every_hours: number | null;
}

/** Null where no process does such work. */
export async function findFilesState(tx: Tx): Promise<FilesState | null> {
  return (await findSetting(tx, FILES_SETTING)) as FilesState | null;
}

/** When rows of this tenant were last erased. */
export async function findNewestErasure(tx: Tx, tenantId: string): Promise<Date | null> {
  const [row] = await queryRows<{ at: unknown }>(
    tx,
    sql`select max(started_at) as at from deletions where tenant_id = ${tenantId}`,
  );
  return toInstantOrNull(row?.at);
}
