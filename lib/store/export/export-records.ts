import { sql } from "drizzle-orm";
import type { ExportRecord } from "@/lib/contracts/exports";
import type { Tx } from "@/lib/store/client";
import { queryRows, toInstant, toInstantOrNull } from "@/lib/store/rows";
import { exportFiles, exports } from "@/lib/store/schema/lifecycle";
import { createOpener } from "@/lib/store/sealing/open-rows";
import { createSealer } from "@/lib/store/sealing/seal-rows";

interface ExportRow {
  export_id: string;
  subject: string;
  format: ExportRecord["format"];
  state: ExportRecord["state"];
  requested_by_kind: string;
  requested_by_id: string;
  requested_at: unknown;
  finished_at: unknown;
  expires_at: unknown;
  memories: number;
  bytes: number;
}

export interface StoredExport {
  record: ExportRecord;
  requestedBy: { kind: string; id: string };
}

const COLUMNS = sql`export_id, subject, format, state, requested_by_kind, requested_by_id, requested_at, finished_at,
  expires_at, memories, bytes`;

function toStored(row: ExportRow): StoredExport {
  return {
    requestedBy: { kind: row.requested_by_kind, id: row.requested_by_id },
    record: {
      export_id: row.export_id,
      subject: row.subject,
      format: row.format,
      state: row.state,
      requested_at: toInstant(row.requested_at).toISOString(),
      finished_at: toInstantOrNull(row.finished_at)?.toISOString() ?? null,
      expires_at: toInstantOrNull(row.expires_at)?.toISOString() ?? null,
      memories: row.memories,
      bytes: row.bytes,
    },
  };
}

export async function insertExport(
  tx: Tx,
  tenantId: string,
  exported: Pick<ExportRecord, "export_id" | "subject" | "format">,
  by: { kind: string; id: string },
  at: Date,
): Promise<void> {
  await tx.insert(exports).values({
    tenantId,
    exportId: exported.export_id,
    subject: exported.subject,
    format: exported.format,
    state: "queued",
    requestedByKind: by.kind,
    requestedById: by.id,
    requestedAt: at,
    memories: 0,
    bytes: 0,
    attempts: 0,
  });
}

/** @param lock holds the row, so that an erasure waits for the file that is being made, and takes it */
export async function findExport(
  tx: Tx,
  tenantId: string,
  exportId: string,
  lock = false,
): Promise<StoredExport | null> {
  const [row] = await queryRows<ExportRow>(
    tx,
    sql`select ${COLUMNS} from exports where tenant_id = ${tenantId} and export_id = ${exportId} ${lock ? sql`for update` : sql``}`,
  );
  return row ? toStored(row) : null;
}

export async function finishExport(
  tx: Tx,
  tenantId: string,
  made: { exportId: string; subject: string; text: string; memories: number },
  at: Date,
  expiresAt: Date,
): Promise<void> {
  const { exportId, subject, text, memories } = made;
  const sealer = await createSealer(tx, tenantId, subject, at);
  await tx.insert(exportFiles).values({ tenantId, exportId, ...sealer.seal("export_files", exportId, text) });
  await tx
    .update(exports)
    .set({ state: "ready", finishedAt: at, expiresAt, memories, bytes: Buffer.byteLength(text) })
    .where(sql`tenant_id = ${tenantId} and export_id = ${exportId}`);
}

export async function noteFailedExport(
  tx: Tx,
  tenantId: string,
  exportId: string,
  code: string,
): Promise<void> {
  await tx.execute(sql`update exports set attempts = attempts + 1, last_error = ${code},
      state = case when attempts >= 4 then 'failed' else state end
    where tenant_id = ${tenantId} and export_id = ${exportId} and state = 'queued'`);
}

/** The file's text; null when it is not there, or no more. */
export async function readExportFile(tx: Tx, tenantId: string, exportId: string): Promise<string | null> {
  const [row] = await queryRows<{ key_id: string; sealed: string }>(
    tx,
    sql`select key_id, sealed from export_files where tenant_id = ${tenantId} and export_id = ${exportId}`,
  );
  if (!row) return null;
  const columns = { keyId: row.key_id, sealed: row.sealed };
  return (await createOpener(tx, tenantId, [columns])).open<string>("export_files", exportId, columns);
}

export async function listQueuedExports(tx: Tx, tenantId: string, limit: number): Promise<string[]> {
  const rows = await queryRows<{ export_id: string }>(
    tx,
    sql`select export_id from exports where tenant_id = ${tenantId} and state = 'queued'
      order by requested_at, export_id limit ${limit}::int`,
  );
  return rows.map((row) => row.export_id);
}

/** Takes the files of those that have run out. @returns their ids */
export async function expireExports(tx: Tx, tenantId: string, now: Date): Promise<string[]> {
  const rows = await queryRows<{ export_id: string }>(
    tx,
    sql`update exports set state = 'expired' where tenant_id = ${tenantId} and state = 'ready'
      and expires_at <= ${now.toISOString()}::timestamptz returning export_id`,
  );
  for (const { export_id: id } of rows) {
    await tx.execute(sql`delete from export_files where tenant_id = ${tenantId} and export_id = ${id}`);
  }
  return rows.map((row) => row.export_id);
}
