import type { ExportDocument, ExportFormat, ExportOutput, ExportRecord } from "@/lib/contracts/exports";
import type { Engine } from "@/lib/engine/engine";
import { decideReach } from "@/lib/engine/erase/decide-reach";
import { toRowReach } from "@/lib/engine/erase/plan-deletion";
import { EngineError, notFound } from "@/lib/engine/errors";
import { mayReadHigh } from "@/lib/engine/model/concerned";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { agentOf, hasRole, type Principal } from "@/lib/engine/model/principal";
import { toCsv } from "@/lib/engine/policy/export-csv";
import { toMarkdown } from "@/lib/engine/policy/export-markdown";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import type { RowReach } from "@/lib/store/erasure/select-memories";
import {
  expireExports,
  findExport,
  finishExport,
  insertExport,
  listQueuedExports,
  noteFailedExport,
  readExportFile,
} from "@/lib/store/export/export-records";
import { readSubject } from "@/lib/store/export/read-subject";
import { sqlState } from "@/lib/store/rows";
import { listPausedNow } from "@/lib/store/search/prepare-search";

export type ExportPath = Pick<Engine, "exportSubject" | "requestExport" | "getExport" | "getExportFile"> & {
  /** Makes what is queued and takes what has run out. @returns how many files were made */
  runDueExports(tenantId: string): Promise<number>;
};

const KEEP_MS = 7 * 86_400_000;
const MOST_DUE = 5;

/** Everything of one subject, to take away: at once, or as a file that is made later and runs out after a week. */
export function createExportPath(deps: EngineDeps): ExportPath {
  const { database, ports } = deps;

  async function read(tx: Tx, call: CallContext, subject: string, reach: RowReach): Promise<ExportDocument> {
    const { principal } = call;
    const mayRead = (place: { scope: string; subject: string | null }) => mayReadHigh(principal, place);
    const now = ports.clock.now();
    const agentId = agentOf(principal);
    // What an agent takes away is as paused as what it recalls; people have their own, paused or not.
    const paused = agentId === null ? [] : await listPausedNow(tx, principal.tenantId, now, agentId);
    const tables = await readSubject(tx, principal.tenantId, subject, reach, mayRead, paused);
    return {
      format: "keepsake-export",
      version: 1,
      subject,
      exported_at: now.toISOString(),
      ...tables,
    };
  }

  async function audit(
    tx: Tx,
    call: CallContext,
    action: string,
    id: string,
    memories: number,
  ): Promise<void> {
    await appendAudit(tx, call, {
      auditId: ports.newId("aud"),
      at: ports.clock.now(),
      action,
      objectType: "export",
      objectId: id,
      details: { memories },
    });
  }

  async function makeOne(tenantId: string, exportId: string): Promise<boolean> {
    return database.withTenant(tenantId, async (tx) => {
      const stored = await findExport(tx, tenantId, exportId, true);
      if (stored?.record.state !== "queued") return false;
      const { subject, format } = stored.record;
      const call = onBehalf(tenantId, subject, ports.newId("req"));
      const document = await read(tx, call, subject, { kind: "tenant" });
      const made = { exportId, subject, text: JSON.stringify(toFormat(document, format)) };
      const now = ports.clock.now();
      const memories = document.versions.length;
      await finishExport(tx, tenantId, { ...made, memories }, now, new Date(now.getTime() + KEEP_MS));
      await audit(tx, call, "export.finished", exportId, memories);
      return true;
    });
  }

  async function requireExport(tx: Tx, principal: Principal, exportId: string): Promise<ExportRecord> {
    const stored = await findExport(tx, principal.tenantId, exportId);
    const theirs = stored?.requestedBy.id === principal.actor.id || stored?.record.subject === principal.self;
    if (!stored || !theirs) throw notFound("export");
    return stored.record;
  }

  return {
    async exportSubject(call, { subject, format }) {
      const { tenantId } = call.principal;
      const reach = requireReach(call.principal, subject);
      return database.withTenant(tenantId, async (tx) => {
        const document = await read(tx, call, subject, reach);
        await audit(
          tx,
          call,
          "export.given",
          subject.startsWith("user:") ? subject : "subject",
          document.versions.length,
        );
        return toFormat(document, format);
      });
    },

    async requestExport(call, { subject, format }) {
      const { tenantId, actor } = call.principal;
      requireWhole(call.principal, subject);
      const exportId = ports.newId("exp");
      await database.withTenant(tenantId, async (tx) => {
        await insertExport(tx, tenantId, { export_id: exportId, subject, format }, actor, ports.clock.now());
        await audit(tx, call, "export.requested", exportId, 0);
      });
      return database.withTenant(tenantId, (tx) => requireExport(tx, call.principal, exportId));
    },

    async getExport(call, exportId) {
      return database.withTenant(call.principal.tenantId, (tx) =>
        requireExport(tx, call.principal, exportId),
      );
    },

    async getExportFile(call, exportId) {
      const { tenantId } = call.principal;
      return database.withTenant(tenantId, async (tx) => {
        const record = await requireExport(tx, call.principal, exportId);
        const over = record.expires_at !== null && new Date(record.expires_at) <= ports.clock.now();
        const text = record.state === "ready" && !over ? await readExportFile(tx, tenantId, exportId) : null;
        if (text === null) throw notFound("file");
        await audit(tx, call, "export.given", exportId, record.memories);
        return JSON.parse(text) as ExportOutput;
      });
    },

    async runDueExports(tenantId) {
      const queued = await database.withTenant(tenantId, async (tx) => {
        const expired = await expireExports(tx, tenantId, ports.clock.now());
        const call = onBehalf(tenantId, "", ports.newId("req"));
        for (const id of expired) await audit(tx, call, "export.expired", id, 0);
        return listQueuedExports(tx, tenantId, MOST_DUE);
      });
      let made = 0;
      for (const exportId of queued) {
        try {
          if (await makeOne(tenantId, exportId)) made += 1;
        } catch (error) {
          const code = sqlState(error) ?? "unexpected";
          ports.report.warn(
            { export_id: exportId, code },
            "an export could not be made; it will be tried again",
          );
          await database.withTenant(tenantId, async (tx) => {
            await noteFailedExport(tx, tenantId, exportId, code);
            await audit(tx, onBehalf(tenantId, "", ports.newId("req")), "export.failed", exportId, 0);
          });
        }
      }
      return made;
    },
  };
}

function toFormat(document: ExportDocument, format: ExportFormat): ExportOutput {
  if (format === "json") return document;
  const files = format === "csv" ? toCsv(document) : toMarkdown(document);
  return { format, subject: document.subject, exported_at: document.exported_at, files };
}

/** @throws EngineError `not_entitled` when nothing of it may be taken away */
function requireReach(principal: Principal, subject: string): RowReach {
  const reach = decideReach({ ...principal, writeMode: "full" });
  if (reach === null || (reach.kind === "person" && reach.self !== subject)) {
    throw new EngineError("not_entitled", "Only the person concerned, or an operator, may take this away.");
  }
  return toRowReach(reach);
}

/** A file that is made later holds all of it: for the person themselves, and for who answers for the tenant's data. */
function requireWhole(principal: Principal, subject: string): void {
  if (principal.self === subject || hasRole(principal, "privacy_officer", "admin")) return;
  throw new EngineError(
    "not_entitled",
    "Only the person concerned, a privacy officer or an administrator may ask for this.",
  );
}

/** The file is the subject's own: it is read as they would read it. */
function onBehalf(tenantId: string, subject: string, requestId: string): CallContext {
  return {
    requestId,
    principal: {
      tenantId,
      actor: { kind: "job", id: "export", name: null },
      via: "job",
      roles: [],
      scopes: subject === "" ? [] : [subject],
      purposes: null,
      sourceTypes: [],
      writeMode: "none",
      self: subject === "" ? null : subject,
      keyId: null,
    },
  };
}
