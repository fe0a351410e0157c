import type { EventInput, RecordedEvent } from "@/lib/contracts/events";
import type { Extraction, ExtractionPage, ReextractOutput } from "@/lib/contracts/extractions";
import type { AdmitPath } from "@/lib/engine/admit-path";
import { askModel } from "@/lib/engine/extract/ask-model";
import { isKnown, momentOf } from "@/lib/engine/extract/compare-readings";
import { modelExtractor, toModelProposal } from "@/lib/engine/extract/extract-by-model";
import { type Next, peopleOf, prepareReading, startOfDay } from "@/lib/engine/extract/prepare-reading";
import { settleExtraction } from "@/lib/engine/extract/settle-extraction";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { ModelFailure } from "@/lib/engine/model/model-failure";
import type { Proposal } from "@/lib/engine/model/proposal";
import type { ObservedEvent } from "@/lib/engine/observe/observe-event";
import { readLineage } from "@/lib/engine/observe/read-lineage";
import { normaliseValueAtFirst } from "@/lib/engine/policy/normalise-value";
import type { ExtractionPolicy } from "@/lib/engine/policy/extraction-policy";
import type { ExtractionModel } from "@/lib/engine/ports";
import { appendAudit } from "@/lib/store/audit";
import type { Database, Tx } from "@/lib/store/client";
import {
  claimExtraction,
  enqueueExtraction,
  type ExtractionRow,
  holdExtraction,
  findExtractionCandidate,
  insertExtractionCandidate,
  requeueDead,
  updateExtraction,
} from "@/lib/store/extraction/extraction-queue";
import {
  listExtractions,
  listExtractionsOf,
  summariseExtractions,
} from "@/lib/store/extraction/list-extractions";
import { listUnreadEvents } from "@/lib/store/extraction/list-unread-events";
import {
  type ExtractableEvent,
  hasPayload,
  listEventInputs,
  listMadeOfEvent,
} from "@/lib/store/extraction/read-extractable";
import { joinTransaction } from "@/lib/store/join-transaction";
import { listPausedSubjects } from "@/lib/store/memory/read-controls";

/** Longer than any call may take, so that a lease runs out only when its holder is gone. */
const LEASE_MS = 10 * 60_000;
const MOST_REQUEUED = 1_000;

export interface ExtractionPath {
  /**
   * A model is to read this event: written where the event is. Asked again of the same event it tells how far that has
   * come. `none` when no model is configured or wanted.
   */
  enqueue(
    over: Database,
    call: CallContext,
    event: EventInput,
    eventId: string,
  ): Promise<RecordedEvent["extraction"]>;
  /** Reads what is due, one call after the other, at most `limit` events. @returns how many it worked on */
  runDue(tenantId: string, limit: number): Promise<number>;
  /** Queues events that the present extractor has not read. */
  requeue(
    call: CallContext,
    wanted: { since: Date | null; retryDead: boolean },
  ): Promise<ReextractOutput | null>;
  list(
    call: CallContext,
    page: { state: Extraction["state"] | null; cursor: string | null; limit: number },
  ): Promise<ExtractionPage>;
}

/**
 * The model's reading of events: queued with the event, done after the answer was given, outside every transaction, and
 * taken up again after a crash. What comes of it passes the same gates as everything else.
 */
export function createExtractionPath(
  deps: EngineDeps,
  admitOver: (over: EngineDeps) => AdmitPath,
): ExtractionPath {
  const { index } = admitOver(deps);
  const { database, ports } = deps;
  const model = ports.extractionModel;
  const extractor = model === null ? null : modelExtractor(model.name);

  async function limitsFor(tx: Tx, tenantId: string): Promise<ExtractionPolicy> {
    return (await deps.policyFor(tx, tenantId)).write.extraction;
  }

  /** One candidate in one transaction, while the extraction is held: an erasure in the same moment waits or is seen. */
  async function admitOne(
    row: ExtractionRow,
    lease: string,
    event: ExtractableEvent,
    proposal: Proposal,
    sameCall: Set<string>,
  ): Promise<"admitted" | "repeated" | "known_from_event" | "lost"> {
    const { tenantId } = row;
    const call = callFor(row, event);
    const digest = ports.keys.digest(
      tenantId,
      "extraction",
      proposal.subject,
      proposal.predicate,
      normaliseValueAtFirst(proposal.value),
      proposal.quote ?? "",
    );
    const admitted = await database.withTenant(tenantId, async (tx) => {
      const held = await holdExtraction(tx, tenantId, { extractionId: row.extractionId, lease });
      if (held === null || !(await hasPayload(tx, tenantId, row.eventId))) return "lost" as const;
      const paused = await listPausedSubjects(tx, tenantId, peopleOf(event), ports.clock.now());
      if (paused.length > 0) return "lost" as const;
      const key = { tenantId, eventId: row.eventId, extractor: row.extractor, digest };
      if (await findExtractionCandidate(tx, key)) return "repeated" as const;
      const made = await listMadeOfEvent(tx, tenantId, row.eventId);
      if (isKnown(proposal, made)) return "known_from_event" as const;
      // Two readings of one event are of one moment and no conflict: the later one follows the earlier.
      for (const { memoryId } of made) sameCall.add(memoryId);
      const placed = { ...proposal, observedAt: momentOf(event, made) };
      const joined = admitOver({ ...deps, database: joinTransaction(database, tenantId, tx) });
      const inputs = await listEventInputs(tx, tenantId, row.eventId);
      const { write } = await deps.policyFor(tx, tenantId);
      // What the event was made from bounds what is read out of it, wherever that stands.
      const lineage = await readLineage(tx, { ...call.principal, roles: ["viewer"] }, inputs, write, false);
      const observed = { ...toObserved(event), lineage };
      const decision = await joined.admit(call, observed, event.scope, placed, sameCall);
      if (decision.candidate_id !== null)
        await insertExtractionCandidate(tx, { ...key, candidateId: decision.candidate_id });
      await updateExtraction(tx, tenantId, row.extractionId, { candidatesMade: held.candidatesMade + 1 });
      return decision;
    });
    if (typeof admitted === "string") return admitted;
    await index(call, [admitted], true);
    return "admitted";
  }

  async function readPart(
    row: ExtractionRow,
    lease: string,
    reader: ExtractionModel,
    sameCall: Set<string>,
  ): Promise<Next | { kind: "part"; partsDone: number; parts: number }> {
    const { tenantId } = row;
    const ready = await prepareReading(deps, row);
    if ("kind" in ready) return ready;
    const { event, part, parts, limits } = ready;
    const answer = await askModel(deps, row, reader, ready);
    if (answer instanceof ModelFailure) {
      if (answer.code !== "circuit_open") return { kind: "failed", failure: answer };
      const until = new Date(ports.clock.now().getTime() + (answer.retryAfterMs ?? 30_000));
      return { kind: "wait", reason: "circuit_open", until };
    }
    const drops: Record<string, number> = {};
    const drop = (code: string, count = 1) => {
      if (count > 0) drops[code] = (drops[code] ?? 0) + count;
    };
    drop("malformed", answer.malformed);
    drop("too_many", answer.candidates.length - limits.mostCandidatesPerPart);
    const read = { ...event, text: part.text };
    for (const candidate of answer.candidates.slice(0, limits.mostCandidatesPerPart)) {
      const made = toModelProposal(candidate, read, row.extractor);
      if ("drop" in made) {
        drop(made.drop);
        continue;
      }
      // Places are of the content as it stands; an object has no one text to count in.
      const start = part.start + made.at.sentenceStart;
      const quoteAt =
        typeof event.content === "string" ? { start, end: start + made.at.sentence.length } : null;
      const proposal = { ...made.proposal, quoteAt };
      const outcome = await admitOne(row, lease, event, proposal, sameCall);
      if (outcome === "lost") return { kind: "lost" };
      if (outcome !== "admitted") drop(outcome);
    }
    const partsDone = row.partsDone + 1;
    await database.withTenant(tenantId, async (tx) => {
      const held = await holdExtraction(tx, tenantId, { extractionId: row.extractionId, lease });
      if (held === null) return;
      const before = held.drops as Record<string, number>;
      for (const [code, count] of Object.entries(before)) drop(code, count);
      await updateExtraction(tx, tenantId, row.extractionId, {
        parts: parts.length,
        partsDone,
        drops,
        candidatesDropped: Object.values(drops).reduce((sum, count) => sum + count, 0),
        leaseUntil: new Date(ports.clock.now().getTime() + LEASE_MS),
      });
    });
    return { kind: "part", partsDone, parts: parts.length };
  }

  async function readEvent(row: ExtractionRow, lease: string, reader: ExtractionModel): Promise<Next> {
    const sameCall = new Set<string>();
    let partsDone = row.partsDone;
    for (;;) {
      const next = await readPart({ ...row, partsDone }, lease, reader, sameCall);
      if (next.kind !== "part") return next;
      partsDone = next.partsDone;
      if (partsDone >= next.parts) return { kind: "done", reason: null };
    }
  }

  return {
    async enqueue(over, call, event, eventId) {
      if (extractor === null || event.actor === "assistant") return "none";
      const { tenantId, writeMode } = call.principal;
      return over.withTenant(tenantId, async (tx) => {
        const limits = await limitsFor(tx, tenantId);
        if (limits.model === "off" || !limits.eventTypes.includes(event.type)) return "none";
        const queued = await enqueueExtraction(tx, {
          tenantId,
          extractionId: ports.newId("ext"),
          eventId,
          extractor,
          writeMode: writeMode === "full" ? "full" : "propose",
          at: ports.clock.now(),
        });
        if (queued) return "queued";
        const all = await listExtractionsOf(tx, tenantId, [eventId]);
        const own = all.find((one) => one.extractor === extractor);
        return own?.state === "done" ? "done" : own?.state === "dead" ? "failed" : "queued";
      });
    },

    async runDue(tenantId, limit) {
      if (model === null || extractor === null) return 0;
      let worked = 0;
      while (worked < limit) {
        // While the endpoint is known not to answer, nothing is taken from the queue and no attempt is used up.
        if (model.closedUntil() !== null) return worked;
        const now = ports.clock.now();
        const lease = ports.newId("req");
        const claim = { lease, until: new Date(now.getTime() + LEASE_MS), now };
        const row = await database.withTenant(tenantId, (tx) =>
          claimExtraction(tx, tenantId, extractor, claim),
        );
        if (row === null) return worked;
        worked += 1;
        try {
          await settleExtraction(deps, row, lease, await readEvent(row, lease, model));
        } catch (error) {
          ports.report.warn(
            { extraction_id: row.extractionId, error: error instanceof Error ? error.name : "unknown" },
            "an extraction was interrupted; it will be tried again",
          );
          await settleExtraction(deps, row, lease, {
            kind: "failed",
            failure: new ModelFailure("unexpected"),
          });
        }
      }
      return worked;
    },

    async list(call, page) {
      const { tenantId } = call.principal;
      return database.withTenant(tenantId, async (tx) => {
        const { items, total } = await listExtractions(tx, tenantId, {
          state: page.state,
          before: page.cursor,
          limit: page.limit + 1,
        });
        const shown = items.slice(0, page.limit);
        const summary = await summariseExtractions(tx, tenantId, startOfDay(ports.clock.now()));
        const { tokensPerDay } = await limitsFor(tx, tenantId);
        return {
          items: shown,
          next_cursor: items.length > page.limit ? (shown.at(-1)?.extraction_id ?? null) : null,
          total,
          summary: { ...summary, tokens_per_day: tokensPerDay },
        };
      });
    },

    async requeue(call, wanted) {
      if (extractor === null) return null;
      const { tenantId } = call.principal;
      return database.withTenant(tenantId, async (tx) => {
        const limits = await limitsFor(tx, tenantId);
        const now = ports.clock.now();
        const unread = await listUnreadEvents(tx, tenantId, extractor, {
          since: wanted.since,
          types: limits.eventTypes,
          limit: MOST_REQUEUED + 1,
        });
        const chosen = unread.slice(0, MOST_REQUEUED);
        for (const { eventId, writeMode } of chosen) {
          const extractionId = ports.newId("ext");
          await enqueueExtraction(tx, { tenantId, extractionId, eventId, extractor, writeMode, at: now });
        }
        const requeued = wanted.retryDead
          ? await requeueDead(tx, tenantId, extractor, now, MOST_REQUEUED)
          : 0;
        await appendAudit(tx, call, {
          auditId: ports.newId("aud"),
          at: now,
          action: "extraction.requested",
          objectType: "tenant",
          objectId: tenantId,
          details: { extractor, queued: chosen.length, requeued },
        });
        return { extractor, queued: chosen.length, requeued, more: unread.length > MOST_REQUEUED };
      });
    },
  };
}

/** Whoever recorded the event stands behind what is drawn from it, and may no more than they could then. */
function callFor(row: ExtractionRow, event: ExtractableEvent): CallContext {
  const kind = event.writer.kind as CallContext["principal"]["actor"]["kind"];
  return {
    requestId: row.extractionId,
    principal: {
      tenantId: row.tenantId,
      actor: { kind, id: event.writer.id, name: null },
      via: "job",
      roles: [],
      scopes: [event.scope],
      purposes: null,
      sourceTypes: [event.sourceType],
      writeMode: row.writeMode === "full" ? "full" : "propose",
      self: null,
      keyId: null,
    },
  };
}

function toObserved(event: ExtractableEvent): ObservedEvent {
  return {
    eventId: event.eventId,
    duplicate: true,
    erased: false,
    occurredAt: event.occurredAt,
    occurredAtNamed: event.occurredAt.getTime() !== event.recordedAt.getTime(),
    sourceType: event.sourceType,
    claimedSourceType: null,
    content: event.content,
    sourceRef: event.sourceRef,
    sourceUri: event.sourceUri,
    episode: null,
    secretKinds: [],
    personalDataKinds: [],
    lineage: null,
  };
}
