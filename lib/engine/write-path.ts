import type { SourceType } from "@/lib/contracts/common";
import type {
  EventInput,
  RecordEventsInput,
  RecordEventsOutput,
  RecordedEvent,
} from "@/lib/contracts/events";
import type { Candidate, Decision, Memory, Operation, RememberInput } from "@/lib/contracts/memories";
import { commitPending } from "@/lib/engine/commit/commit-pending";
import { commitProposal } from "@/lib/engine/commit/commit-proposal";
import type { Engine } from "@/lib/engine/engine";
import { classifyCandidate } from "@/lib/engine/extract/classify-candidate";
import { describeRemembering } from "@/lib/engine/extract/describe-remembering";
import { extractByRules } from "@/lib/engine/extract/extract-by-rules";
import { toEpisodeProposal } from "@/lib/engine/extract/to-episode-proposal";
import { decideAdmission } from "@/lib/engine/gate/decide-admission";
import { decideHold, type Hold } from "@/lib/engine/gate/decide-hold";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import type { Proposal } from "@/lib/engine/model/proposal";
import { limitSourceType } from "@/lib/engine/observe/limit-source-type";
import { type ObservedEvent, observeEvent } from "@/lib/engine/observe/observe-event";
import { requireMayWrite, requireNotPaused } from "@/lib/engine/observe/require-may-write";
import { decideUtility } from "@/lib/engine/policy/decide-utility";
import { reasonSentence } from "@/lib/engine/policy/reason-sentences";
import { DEFAULT_WRITE_POLICY } from "@/lib/engine/policy/write-policy";
import { resolveProposal } from "@/lib/engine/resolve/resolve-proposal";
import { findDecisions } from "@/lib/store/ledger/find-decisions";
import { readMemory } from "@/lib/store/memory/read-memories";

const rank = (type: SourceType): number => DEFAULT_WRITE_POLICY.sources[type].authority;

export interface WritePathDeps extends EngineDeps {
  /** Brings the indexes up to the truth for these memories; the outbox is the net under it. */
  indexMemories(tenantId: string, memoryIds: readonly string[]): Promise<unknown>;
}

export type WritePath = Pick<Engine, "recordEvents" | "remember"> & {
  /** A proposal of a verb (correct, restore…) through the same gates and the same resolution. */
  admit(
    call: CallContext,
    event: ObservedEvent,
    eventScope: string,
    proposal: Proposal,
    sameCall: Set<string>,
    amendment?: Amendment,
  ): Promise<Decision>;
  observeVerb(call: CallContext, event: EventInput, byPersonConcerned: boolean): Promise<ObservedEvent>;
  /** What an agent wants but may not do: kept with its event until a person decides. */
  recordPending(
    call: CallContext,
    event: ObservedEvent,
    memory: Memory,
    operation: Operation,
    reasonCode: string,
  ): Promise<Decision>;
  /** Brings the indexes up to a decision and to other memories it touched. */
  index(call: CallContext, decision: Decision, others: readonly string[]): Promise<"done" | "pending">;
};

/** What sets a verb on an existing memory apart from a fresh proposal. */
export interface Amendment {
  authorityAtLeast: number;
  hold: Hold | null;
  amends: { memoryId: string; reasonCode: string };
}

/** observe → extract → gate → normalise → resolve → commit → index, in this order, for one event or one candidate. */
export function createWritePath(deps: WritePathDeps): WritePath {
  const { database, ports } = deps;

  /** First transaction: what happened is durable before anything is made of it. */
  async function observe(call: CallContext, event: EventInput, withhold = false): Promise<ObservedEvent> {
    const { principal } = call;
    return database.withTenant(principal.tenantId, async (tx) => {
      await requireMayWrite(
        tx,
        principal,
        [{ scope: event.scope, subject: event.subject ?? null }],
        ports.clock.now(),
      );
      return observeEvent(tx, ports, call, event, limitSourceType(principal, event.source.type), withhold);
    });
  }

  /** For a verb on an existing memory: the right to it was decided on the memory's own place. */
  async function observeVerb(
    call: CallContext,
    event: EventInput,
    byPersonConcerned: boolean,
  ): Promise<ObservedEvent> {
    const { principal } = call;
    return database.withTenant(principal.tenantId, async (tx) => {
      const place = { scope: event.scope, subject: event.subject ?? null };
      // A person who paused can still put right what is remembered; nobody else can.
      if (!byPersonConcerned) await requireNotPaused(tx, principal.tenantId, [place], ports.clock.now());
      return observeEvent(tx, ports, call, event, { sourceType: event.source.type, claimed: null });
    });
  }

  /** Second transaction: the gates' verdicts, the resolution under the fact's lock, and all that follows from it. */
  async function admit(
    call: CallContext,
    event: ObservedEvent,
    eventScope: string,
    proposal: Proposal,
    sameCall: Set<string>,
    amendment?: Amendment,
  ): Promise<Decision> {
    const { principal } = call;
    return database.withTenant(principal.tenantId, async (tx) => {
      const policy = await deps.policyFor(tx, principal.tenantId);
      const { verdicts, denied, admission } = decideAdmission({
        proposal,
        // The right to amend was decided on the memory itself: a person holds no scope of a project that speaks of them.
        principal: amendment ? { ...principal, scopes: [...principal.scopes, proposal.scope] } : principal,
        policy: policy.write,
        eventScope,
      });
      if (proposal.kind === "episodic" && admission.confirmation === "confirmed")
        admission.confirmation = "observed";
      if (amendment) admission.authority = Math.max(admission.authority, amendment.authorityAtLeast);
      const utility = denied ? null : decideUtility(proposal, admission, policy.write);
      const hold = decideHold(verdicts, principal) ?? amendment?.hold ?? null;
      const candidateId = ports.newId("cand");
      const order = {
        candidateId,
        eventId: event.eventId,
        proposal,
        admission,
        verdicts,
        utility,
        policyVersion: policy.version,
      };
      const worthless = !amendment && utility !== null && utility.total < utility.threshold;
      const refused = denied && !hold ? denied.code : worthless ? "low_utility" : null;
      const resolved = refused
        ? null
        : await resolveProposal(tx, ports, call, proposal, admission, {
            occurredAt: event.occurredAtNamed ? event.occurredAt : null,
            policy: policy.write,
            sameCall,
            hold,
          });
      const outcome = resolved?.outcome ?? "rejected";
      const operation = resolved?.operation ?? "NONE";
      const took = resolved?.outcome === "committed" && operation !== "CONFIRM" && amendment;
      const reasonCode = took ? amendment.amends.reasonCode : (resolved?.reasonCode ?? refused ?? "rejected");
      const parts = await commitProposal(tx, ports, call, {
        ...order,
        outcome,
        operation,
        reasonCode,
        change:
          resolved && outcome !== "rejected"
            ? {
                ...resolved,
                evidence: took
                  ? { memoryId: amendment.amends.memoryId, relation: "corrects" as const }
                  : resolved.evidence,
                reason: proposal.writeReason,
              }
            : null,
      });
      if (parts.memoryId) sameCall.add(parts.memoryId);
      const memory = parts.memoryId
        ? await readMemory(tx, principal.tenantId, parts.memoryId, ports.clock.now())
        : null;
      return {
        candidate_id: candidateId,
        event_id: event.eventId,
        outcome,
        operation,
        reason_code: reasonCode,
        reason: verdicts.find((verdict) => verdict.code === reasonCode)?.reason ?? reasonSentence(reasonCode),
        gates: verdicts,
        utility,
        memory,
        superseded: parts.superseded,
        conflicts_with: parts.conflicts_with,
        approval_id: null,
        indexing: "pending",
      };
    });
  }

  async function index(
    call: CallContext,
    decisions: readonly Decision[],
    wait: boolean,
    others: readonly string[] = [],
  ): Promise<"done" | "pending"> {
    const touched = new Set([
      ...others,
      ...decisions.flatMap((d) => [...(d.memory ? [d.memory.memory_id] : []), ...d.superseded]),
    ]);
    if (touched.size > 0) {
      if (!wait) return "pending";
      try {
        await deps.indexMemories(call.principal.tenantId, [...touched]);
      } catch (error) {
        // The write stands; the outbox brings the index along later, and the answer says so.
        ports.report.warn(
          { error: String(error), tenant_id: call.principal.tenantId },
          "indexing after commit failed",
        );
        return "pending";
      }
    }
    for (const decision of decisions) decision.indexing = "done";
    return "done";
  }

  async function recordOne(call: CallContext, event: EventInput, extract: boolean): Promise<RecordedEvent> {
    const observed = await observe(call, event);
    const notices = observed.claimedSourceType
      ? [
          {
            code: "source_type_lowered",
            message: `This key may not speak for ${observed.claimedSourceType}: recorded as ${observed.sourceType}.`,
          },
        ]
      : [];
    if (observed.secretKinds.length > 0) {
      notices.push({
        code: "secrets_masked",
        message: `Secrets were masked before storing: ${observed.secretKinds.join(", ")}.`,
      });
    }
    if (observed.duplicate) {
      const decisions = await database.withTenant(call.principal.tenantId, (tx) =>
        findDecisions(tx, call.principal.tenantId, observed.eventId, ports.clock.now(), reasonSentence),
      );
      return {
        event_id: observed.eventId,
        duplicate: true,
        decisions,
        extraction: "none",
        indexing: "done",
        notices,
      };
    }
    const proposals: Proposal[] = [];
    for (const candidate of event.candidates ?? [])
      proposals.push(classifyHandedIn(call, event, observed, candidate));
    if (event.remember_as === "episode") proposals.push(toEpisodeProposal(event, observed));
    const extracted = extract ? extractByRules(event, observed) : [];
    proposals.push(...extracted);
    const sameCall = new Set<string>();
    const decisions: Decision[] = [];
    for (const proposal of proposals)
      decisions.push(await admit(call, observed, event.scope, proposal, sameCall));
    return {
      event_id: observed.eventId,
      duplicate: false,
      decisions,
      extraction: extract ? "done" : "none",
      indexing: "pending",
      notices,
    };
  }

  /** A candidate inside an event is at most what the event is: an agent cannot lift a web page into a user's mouth. */
  function classifyHandedIn(
    call: CallContext,
    event: EventInput,
    observed: ObservedEvent,
    candidate: Candidate,
  ): Proposal {
    const claimed = limitSourceType(call.principal, candidate.source.type).sourceType;
    const weaker = rank(claimed) <= rank(observed.sourceType) ? claimed : observed.sourceType;
    return classifyCandidate(candidate, weaker, "agent", event.subject ?? event.scope);
  }

  async function recordPending(
    call: CallContext,
    event: ObservedEvent,
    memory: Memory,
    operation: Operation,
    reasonCode: string,
  ): Promise<Decision> {
    const { tenantId } = call.principal;
    return database.withTenant(tenantId, async (tx) => {
      const policy = await deps.policyFor(tx, tenantId);
      const candidateId = ports.newId("cand");
      await commitPending(tx, ports, call, {
        candidateId,
        event,
        memory,
        operation,
        reasonCode,
        policyVersion: policy.version,
      });
      return {
        candidate_id: candidateId,
        event_id: event.eventId,
        outcome: "pending_approval",
        operation,
        reason_code: reasonCode,
        reason: reasonSentence(reasonCode),
        gates: [],
        utility: null,
        memory,
        superseded: [],
        conflicts_with: [],
        approval_id: null,
        indexing: "done",
      };
    });
  }

  return {
    observeVerb,
    admit,
    recordPending,
    index: (call, decision, others) => index(call, [decision], true, others),

    async recordEvents(call, input: RecordEventsInput): Promise<RecordEventsOutput> {
      const { principal } = call;
      // All places are checked before the first event is stored: a batch is refused whole or taken event by event.
      await database.withTenant(principal.tenantId, (tx) =>
        requireMayWrite(
          tx,
          principal,
          input.events.map((event) => ({ scope: event.scope, subject: event.subject ?? null })),
          ports.clock.now(),
        ),
      );
      const results: RecordedEvent[] = [];
      for (const event of input.events) results.push(await recordOne(call, event, input.extract !== "none"));
      const wait = input.wait === "indexed" || (input.wait === undefined && input.events.length === 1);
      for (const result of results) {
        if (!result.duplicate) result.indexing = await index(call, result.decisions, wait);
      }
      return { results };
    },

    async remember(call, input: RememberInput): Promise<Decision> {
      const { wait, ...candidate } = input;
      const allowed = limitSourceType(call.principal, candidate.source.type);
      const proposal = classifyCandidate(
        candidate,
        allowed.sourceType,
        call.principal.via === "page" ? "page" : "agent",
        candidate.subject,
      );
      const event = describeRemembering(candidate, proposal, call.principal);
      const observed = await observe(call, event, proposal.sensitivity === "high");
      const decision = await admit(call, observed, candidate.scope, proposal, new Set());
      decision.indexing = await index(call, [decision], wait !== "committed");
      return decision;
    },
  };
}
