import { createAdmitPath } from "@/lib/engine/admit-path";
import { createAmendPath } from "@/lib/engine/amend-path";
import { createConflictPath } from "@/lib/engine/conflict-path";
import { createQuarantinePath } from "@/lib/engine/quarantine-path";
import { createSourcePath } from "@/lib/engine/source-path";
import { createApprovalPath } from "@/lib/engine/approval-path";
import type { Engine } from "@/lib/engine/engine";
import { createErasePath } from "@/lib/engine/erase-path";
import { createExportPath } from "@/lib/engine/export-path";
import { createExtractionPath } from "@/lib/engine/extraction-path";
import { createImportPath } from "@/lib/engine/import-path";
import { createInspectPath } from "@/lib/engine/inspect-path";
import { indexAll } from "@/lib/engine/indexing/index-all";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { composePolicy } from "@/lib/engine/policy/compose-policy";
import { calibrateUtility } from "@/lib/engine/use/calibrate-utility";
import { DAY_MS } from "@/lib/engine/use/calibration-terms";
import type { EnginePorts } from "@/lib/engine/ports";
import { createHoldPath } from "@/lib/engine/hold-path";
import { createLifecyclePath } from "@/lib/engine/lifecycle-path";
import { createNamingPath } from "@/lib/engine/naming-path";
import { createReindexPath } from "@/lib/engine/reindex-path";
import { createRunPath } from "@/lib/engine/run-path";
import { createReplayPath } from "@/lib/engine/replay-path";
import { createReadPath } from "@/lib/engine/read-path";
import { createWishPath } from "@/lib/engine/wish-path";
import { createUsePath } from "@/lib/engine/use-path";
import { createWritePath } from "@/lib/engine/write-path";
import type { Database } from "@/lib/store/client";
import { readPolicy } from "@/lib/store/read-policy";
import { retryDeadlocks } from "@/lib/store/retry-deadlocks";

/** How much left-over work one round does for a tenant: bounded, so that one tenant cannot starve the others. */
const MOST_INDEXED = 500;
const MOST_REINDEXED = 512;
/** Each as long as a model takes. */
const MOST_READ = 5;

/** Composes the paths into the one door. */
export function createEngine(database: Database, ports: EnginePorts): Engine {
  const deps: EngineDeps = {
    database,
    ports,
    policyFor: async (tx, tenantId) => composePolicy(await readPolicy(tx, tenantId)),
  };
  const read = createReadPath(deps);
  const admitOver = (over: EngineDeps) => createAdmitPath({ ...over, indexMemories: read.indexMemories });
  const repeating = { ...deps, database: retryDeadlocks(database) };
  const admit = admitOver(repeating);
  const extraction = createExtractionPath(deps, admitOver);
  const wishesOver = (over: EngineDeps) => createWishPath(over, createErasePath(over));
  const write = createWritePath(deps, admitOver, wishesOver, extraction);
  const erase = createErasePath(deps);
  const amend = createAmendPath(repeating, admit);
  const use = createUsePath(deps, read, admit);
  const approval = createApprovalPath(deps, admit);
  const quarantine = createQuarantinePath(deps, admit);
  const conflict = createConflictPath(deps, admit);
  const source = createSourcePath(deps);
  const inspect = createInspectPath(deps);
  const naming = createNamingPath({ ...deps, indexMemories: read.indexMemories });
  const reindex = createReindexPath(deps);
  const run = createRunPath({ ...deps, indexMemories: read.indexMemories });
  const lifecycle = createLifecyclePath({
    ...deps,
    indexMemories: read.indexMemories,
    requestDeletion: erase.requestDeletion,
  });
  const exporting = createExportPath(deps);
  const importing = createImportPath(deps, write.remember);
  /** When this process last tried, so that a tenant with nothing to conclude is not asked every second. */
  const tried = new Map<string, number>();
  async function calibrateDaily(tenantId: string): Promise<void> {
    const now = ports.clock.now().getTime();
    if (now - (tried.get(tenantId) ?? Number.NEGATIVE_INFINITY) < DAY_MS) return;
    tried.set(tenantId, now);
    await calibrateUtility(deps, tenantId);
  }
  async function runDueIndexing(tenantId: string): Promise<{ indexed: number; reindexed: number }> {
    return {
      indexed: await read.indexDue(tenantId, MOST_INDEXED),
      reindexed: await reindex.runDue(tenantId, MOST_REINDEXED),
    };
  }
  return {
    recordEvents: write.recordEvents,
    remember: write.remember,
    rememberWords: write.rememberWords,
    amend: amend.amend,
    takeBackConfirmation: amend.takeBackConfirmation,

    listApprovals: approval.listApprovals,
    getApproval: approval.getApproval,
    approve: approval.approve,
    reject: approval.reject,

    listQuarantine: quarantine.listQuarantine,
    getQuarantined: quarantine.getQuarantined,
    quarantine: quarantine.quarantine,
    release: quarantine.release,
    condemn: quarantine.condemn,

    listConflicts: conflict.listConflicts,
    getConflict: conflict.getConflict,
    settleConflict: conflict.settleConflict,

    ...createHoldPath(deps),
    listBlockedSources: source.listBlockedSources,
    blockSource: source.blockSource,
    liftBlock: source.liftBlock,

    retrieve: read.retrieve,
    getTrace: read.getTrace,
    listTraces: read.listTraces,
    explainAbsence: read.explainAbsence,
    recordUse: use.recordUse,
    ...createReplayPath(deps),

    getMemory: inspect.getMemory,
    getHistory: inspect.getHistory,
    listMemories: inspect.listMemories,
    resolveFact: inspect.resolveFact,
    getEvent: inspect.getEvent,

    endRun: run.endRun,

    listAliases: naming.listAliases,
    addAlias: naming.addAlias,
    removeAlias: naming.removeAlias,
    listDuplicates: naming.listDuplicates,
    decideDuplicate: naming.decideDuplicate,

    findTombstone: erase.findTombstone,
    requestDeletion: erase.requestDeletion,
    getDeletion: erase.getDeletion,
    cancelDeletion: erase.cancelDeletion,
    listDeletions: erase.listDeletions,
    getReceipt: erase.getReceipt,

    exportSubject: exporting.exportSubject,
    requestExport: exporting.requestExport,
    getExport: exporting.getExport,
    getExportFile: exporting.getExportFile,
    importDocument: importing.importDocument,

    reapplyErasures: erase.reapplyErasures,
    indexAll: (tenantId) => indexAll(deps, tenantId),

    requestExtraction: extraction.requeue,
    listExtractions: extraction.list,
    runDueExtractions: (tenantId) => extraction.runDue(tenantId, MOST_READ),

    requestReindex: reindex.request,
    getReindexing: reindex.get,

    runDueIndexing,

    async runDueWork(tenantId, wanted = { indexing: true }) {
      const { indexed, reindexed } = wanted.indexing
        ? await runDueIndexing(tenantId)
        : { indexed: 0, reindexed: 0 };
      const deletions = await erase.runDueDeletions(tenantId);
      await exporting.runDueExports(tenantId);
      const expired = await approval.expireDue(tenantId);
      await run.endSilentRuns(tenantId);
      await lifecycle.runDueLifecycle(tenantId);
      await calibrateDaily(tenantId);
      const linked = await erase.linkAudit(tenantId);
      return { indexed, deletions, expired, linked, reindexed };
    },
  };
}
