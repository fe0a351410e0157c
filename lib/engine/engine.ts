import type { Page } from "@/lib/contracts/common";
import type { CreateDeletionInput, Deletion, DeletionReceipt } from "@/lib/contracts/deletions";
import type {
  RecordEventsInput,
  RecordEventsOutput,
  RecordedEvent,
  RememberWordsInput,
  StoredEvent,
} from "@/lib/contracts/events";
import type { Hold, PlaceHoldInput } from "@/lib/contracts/holds";
import type {
  ExportFormat,
  ExportOutput,
  ExportRecord,
  ImportInput,
  ImportOutput,
} from "@/lib/contracts/exports";
import type { Extraction, ExtractionPage, ReextractOutput } from "@/lib/contracts/extractions";
import type {
  AmendInput,
  AmendVerb,
  Decision,
  ListMemoriesQuery,
  Memory,
  MemoryHistory,
  RememberInput,
  ResolvedFact,
} from "@/lib/contracts/memories";
import type {
  RecordUseInput,
  RecordUseOutput,
  RetrievalInput,
  RetrievalOutput,
  RetrievalTrace,
  WhyNot,
} from "@/lib/contracts/retrievals";
import type {
  Approval,
  ApproveInput,
  BlockedSource,
  BlockSourceInput,
  DecidedApproval,
  CondemnedQuarantine,
  CondemnInput,
  Conflict,
  ListApprovalsQuery,
  ListConflictsQuery,
  ListQuarantineQuery,
  Quarantined,
  QuarantineInput,
  RejectInput,
  ReleasedQuarantine,
  ReleaseInput,
  ResolveConflictInput,
  ResolvedConflict,
} from "@/lib/contracts/reviews";
import type {
  AddAliasInput,
  AddedAlias,
  Alias,
  DecidedDuplicate,
  DecideDuplicateInput,
  DuplicateList,
  ListAliasesQuery,
  ListDuplicatesQuery,
  RemovedAlias,
} from "@/lib/contracts/naming";
import type { Reindexing } from "@/lib/contracts/reindex";
import type { Replay, ReplayInput } from "@/lib/contracts/replays";
import type { TraceFilter } from "@/lib/contracts/pages";
import type { EndedRun } from "@/lib/contracts/runs";
import type { CallContext } from "@/lib/engine/model/context";

/** A memory that is gone: what a page can still tell of it. */
export interface Tombstone {
  memory_id: string;
  fact_id: string;
  deleted_at: string;
  deletion_id: string | null;
}

export interface TraceListItem {
  retrieval_id: string;
  at: string;
  actor: { kind: string; id: string; name: string | null };
  /** Null once erased. */
  query: string | null;
  intent: string;
  candidates: number;
  packed: number;
  rejected: number;
  tokens: { budget: number; used: number };
  conflicts: number;
  used: number | null;
  degraded: string[];
  took_ms: number;
  policy_version: number;
}

/**
 * The one door to the memory engine. Every verb takes the call's context first; scope and rights are checked again
 * inside, whatever the caller checked. Shapes are those of lib/contracts.
 */
export interface Engine {
  recordEvents(
    call: CallContext,
    input: RecordEventsInput,
    idempotencyKey?: string,
  ): Promise<RecordEventsOutput>;
  remember(call: CallContext, input: RememberInput): Promise<Decision>;
  /** "Remember: I am vegetarian": what the words say, else the words themselves as a note. */
  rememberWords(call: CallContext, input: RememberWordsInput): Promise<RecordedEvent>;
  amend(call: CallContext, verb: AmendVerb, memoryId: string, input: AmendInput): Promise<Decision>;

  /** A person's own confirmation by mistake. @throws EngineError `not_found`, `illegal_transition` once more has happened */
  takeBackConfirmation(call: CallContext, memoryId: string): Promise<Memory>;

  /** What waits for a person, newest first. `total` is exact. */
  listApprovals(call: CallContext, query: ListApprovalsQuery): Promise<Page<Approval>>;
  getApproval(call: CallContext, approvalId: string): Promise<Approval>;
  /** @throws EngineError `not_found`, `not_entitled`, `stale_revision` (somebody was first), `illegal_transition` */
  approve(call: CallContext, approvalId: string, input: ApproveInput): Promise<DecidedApproval>;
  reject(call: CallContext, approvalId: string, input: RejectInput): Promise<DecidedApproval>;

  listQuarantine(call: CallContext, query: ListQuarantineQuery): Promise<Page<Quarantined>>;
  getQuarantined(call: CallContext, quarantineId: string): Promise<Quarantined>;
  /** A reviewer holds a memory for safety. @throws EngineError `not_found`, `not_entitled`, `illegal_transition` */
  quarantine(call: CallContext, input: QuarantineInput): Promise<Quarantined>;
  /** @throws EngineError `not_found`, `not_entitled`, `stale_revision`, `illegal_transition` */
  release(call: CallContext, quarantineId: string, input: ReleaseInput): Promise<ReleasedQuarantine>;
  condemn(call: CallContext, quarantineId: string, input: CondemnInput): Promise<CondemnedQuarantine>;

  listConflicts(call: CallContext, query: ListConflictsQuery): Promise<Page<Conflict>>;
  getConflict(call: CallContext, conflictId: string): Promise<Conflict>;
  /** @throws EngineError `not_found`, `not_entitled`, `stale_revision`, `illegal_transition` */
  settleConflict(
    call: CallContext,
    conflictId: string,
    input: ResolveConflictInput,
  ): Promise<ResolvedConflict>;

  /** Sources from which nothing is taken, those in force. */
  /** What must not be erased for now. */
  listHolds(call: CallContext): Promise<Page<Hold>>;
  placeHold(call: CallContext, input: PlaceHoldInput): Promise<Hold>;
  approveHold(call: CallContext, holdId: string): Promise<Hold>;
  declineHold(call: CallContext, holdId: string): Promise<Hold>;
  /** The first asks for it, the second grants it. */
  releaseHold(call: CallContext, holdId: string): Promise<Hold>;

  listBlockedSources(
    call: CallContext,
    page: { cursor?: string | undefined; limit?: number | undefined },
  ): Promise<Page<BlockedSource>>;
  blockSource(call: CallContext, input: BlockSourceInput): Promise<BlockedSource>;
  liftBlock(call: CallContext, blockId: string, input: { reason: string }): Promise<BlockedSource>;

  retrieve(call: CallContext, input: RetrievalInput): Promise<RetrievalOutput>;
  getTrace(call: CallContext, retrievalId: string): Promise<RetrievalTrace>;
  listTraces(
    call: CallContext,
    page: { cursor?: string; limit: number; filter?: TraceFilter },
  ): Promise<Page<TraceListItem>>;
  explainAbsence(call: CallContext, retrievalId: string, memoryId: string): Promise<WhyNot>;
  /**
   * An earlier question asked again, under another policy or with something left out, and where that differs.
   * @throws EngineError `not_found`, `text_erased`, `scope_not_allowed`, `role_required`, `degraded_high_risk`
   */
  replay(call: CallContext, retrievalId: string, input: ReplayInput): Promise<Replay>;
  recordUse(call: CallContext, retrievalId: string, input: RecordUseInput): Promise<RecordUseOutput>;

  getMemory(call: CallContext, memoryId: string): Promise<Memory>;
  /** Null when it never existed for this caller; a tombstone when it was erased. */
  findTombstone(call: CallContext, memoryId: string): Promise<Tombstone | null>;
  getHistory(call: CallContext, memoryId: string): Promise<MemoryHistory>;
  listMemories(call: CallContext, query: ListMemoriesQuery): Promise<Page<Memory>>;
  resolveFact(
    call: CallContext,
    query: { scope: string; subject: string; predicate: string; valid_at?: string; known_at?: string },
  ): Promise<ResolvedFact>;
  getEvent(call: CallContext, eventId: string): Promise<StoredEvent>;

  /**
   * Ends a run (`run:` and this id) and what is remembered in it; a second time changes nothing.
   * @throws EngineError `not_found` for a run nothing is known of, or that the caller does not hold
   */
  endRun(call: CallContext, runId: string): Promise<EndedRun>;

  listAliases(call: CallContext, query: ListAliasesQuery): Promise<{ items: Alias[] }>;
  /** @throws EngineError `not_entitled`, `scope_not_allowed`, `already_exists`, `meaningless` */
  addAlias(call: CallContext, input: AddAliasInput): Promise<AddedAlias>;
  removeAlias(call: CallContext, aliasId: string): Promise<RemovedAlias>;
  listDuplicates(call: CallContext, query: ListDuplicatesQuery): Promise<DuplicateList>;
  /** @throws EngineError `not_found`, `not_entitled`, `stale_revision` when it was decided before */
  decideDuplicate(
    call: CallContext,
    duplicateId: string,
    input: DecideDuplicateInput,
  ): Promise<DecidedDuplicate>;

  requestDeletion(call: CallContext, input: CreateDeletionInput): Promise<Deletion>;
  getDeletion(call: CallContext, deletionId: string): Promise<Deletion>;
  /** Only before its time has come. @throws EngineError `not_found`, `illegal_transition` when it is too late */
  cancelDeletion(call: CallContext, deletionId: string): Promise<Deletion>;
  listDeletions(call: CallContext, page: { cursor?: string; limit: number }): Promise<Page<Deletion>>;
  getReceipt(call: CallContext, deletionId: string): Promise<DeletionReceipt>;

  /** Queues events that the configured extractor has not read. Null when no model is configured. */
  requestExtraction(
    call: CallContext,
    wanted: { since: Date | null; retryDead: boolean },
  ): Promise<ReextractOutput | null>;
  /** Readings by a model, newest first, with their counts and what was spent today. */
  listExtractions(
    call: CallContext,
    page: { state: Extraction["state"] | null; cursor: string | null; limit: number },
  ): Promise<ExtractionPage>;
  /** Lets the model read what is due for a tenant: few at a time, each as long as the model takes. @returns how many */
  runDueExtractions(tenantId: string): Promise<number>;

  /** Everything of one subject that this caller may take away, as it stands now. */
  exportSubject(call: CallContext, input: { subject: string; format: ExportFormat }): Promise<ExportOutput>;
  /** The same as a file that is made later and runs out. @throws EngineError `not_entitled` */
  requestExport(call: CallContext, input: { subject: string; format: ExportFormat }): Promise<ExportRecord>;
  getExport(call: CallContext, exportId: string): Promise<ExportRecord>;
  /** @throws EngineError `not_found` also while it is not ready, and once it ran out or was erased */
  getExportFile(call: CallContext, exportId: string): Promise<ExportOutput>;
  /** Takes in what was exported. @throws EngineError `scope_not_allowed`, `not_entitled`, `meaningless`, `memory_paused` */
  importDocument(call: CallContext, input: ImportInput): Promise<ImportOutput>;

  /** Erases again, in a restored database, what was erased since the backup was made. @returns how many ran */
  reapplyErasures(tenantId: string, deletionIds: readonly string[]): Promise<number>;
  /** Makes the index rows of all of a tenant's memories anew. @returns how many memories */
  indexAll(tenantId: string): Promise<number>;
  /**
   * Makes the tenant's vectors with another model, or all its index rows anew with the one that serves. Null when no
   * embedder is configured. @throws EngineError `meaningless` for a model that this server cannot run
   */
  requestReindex(call: CallContext, model: string | null): Promise<Reindexing | null>;
  /** The models of the tenant's vectors and how far they are. */
  getReindexing(call: CallContext): Promise<Reindexing>;

  /** Indexes what was left over and goes on with the vectors that are being made; as long as the embedder takes. */
  runDueIndexing(tenantId: string): Promise<{ indexed: number; reindexed: number }>;
  /**
   * Runs what is due for a tenant: indexing (unless that runs by itself), deletions, expired approvals, audit links.
   * Returns how much it did.
   */
  runDueWork(
    tenantId: string,
    wanted?: { indexing: boolean },
  ): Promise<{ indexed: number; deletions: number; expired: number; linked: number; reindexed: number }>;
}
