import type { SourceType } from "@/lib/contracts/common";
import type { AmendVerb, Decision, Memory, Operation } from "@/lib/contracts/memories";
import { commitPending } from "@/lib/engine/commit/commit-pending";
import { commitProposal } from "@/lib/engine/commit/commit-proposal";
import { decideAdmission } from "@/lib/engine/gate/decide-admission";
import { decideHold, type Hold } from "@/lib/engine/gate/decide-hold";
import { protectPersonalData } from "@/lib/engine/gate/protect-personal-data";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { bindOrigin } from "@/lib/engine/observe/bind-origin";
import { boundAdmission } from "@/lib/engine/policy/bound-by-lineage";
import { insertDerivations } from "@/lib/engine/commit/insert-derivations";
import type { Proposal } from "@/lib/engine/model/proposal";
import { createObservePath, type ObservePath } from "@/lib/engine/observe-path";
import type { ObservedEvent } from "@/lib/engine/observe/observe-event";
import { decideApproval } from "@/lib/engine/policy/decide-approval";
import { decideUtility } from "@/lib/engine/policy/decide-utility";
import { isOfHigh } from "@/lib/engine/policy/raise-sensitivity";
import { reasonSentence } from "@/lib/engine/policy/reason-sentences";
import { changesSomething, overridesConfirmed } from "@/lib/engine/resolve/describe-change";
import { resolveProposal } from "@/lib/engine/resolve/resolve-proposal";
import { isSourceBlocked } from "@/lib/engine/review/is-source-blocked";
import { holdForReview } from "@/lib/engine/review/hold-for-review";
import { openApproval } from "@/lib/engine/review/open-approval";
import { findRunEnd } from "@/lib/store/run/run-records";
import { listTopicChoices } from "@/lib/store/memory/read-controls";
import { composeMemory } from "@/lib/store/memory/compose-memory";
import { readMemory } from "@/lib/store/memory/read-memories";

export interface AdmitPathDeps extends EngineDeps {
  /** Brings the indexes up to the truth for these memories; the outbox is the net under it. */
  indexMemories(tenantId: string, memoryIds: readonly string[]): Promise<unknown>;
}

/** What sets a verb on an existing memory apart from a fresh proposal. */
export interface Amendment {
  authorityAtLeast: number;
  hold: Hold | null;
  amends: { memoryId: string; reasonCode: string; verb: "correct" | "restore" };
}

/** gate → normalise → resolve → commit → index for one proposal: what every way of writing shares. */
export interface AdmitPath extends ObservePath {
  admit(
    call: CallContext,
    event: ObservedEvent,
    eventScope: string,
    proposal: Proposal,
    sameCall: Set<string>,
    amendment?: Amendment,
  ): Promise<Decision>;
  /** What an agent wants but may not do: kept with its event until a person decides. */
  recordPending(
    call: CallContext,
    event: ObservedEvent,
    memory: Memory,
    operation: Operation,
    reasonCode: string,
    wanted: { verb: Exclude<AmendVerb, "correct">; at: Date | null; sourceType: SourceType },
  ): Promise<Decision>;
  /** Brings the indexes up to these decisions and to other memories they touched, now or, unless waited for, later. */
  index(
    call: CallContext,
    decisions: readonly Decision[],
    wait: boolean,
    others?: readonly string[],
  ): Promise<"done" | "pending">;
}

export function createAdmitPath(deps: AdmitPathDeps): AdmitPath {
  const { database, ports } = deps;

  const { observe, observeVerb } = createObservePath(deps);

  /** The gates' verdicts, the resolution under the fact's lock, and all that follows from it. */
  async function admit(
    call: CallContext,
    event: ObservedEvent,
    eventScope: string,
    given: Proposal,
    sameCall: Set<string>,
    amendment?: Amendment,
  ): Promise<Decision> {
    const { principal } = call;
    return database.withTenant(principal.tenantId, async (tx) => {
      // Sent together: one round trip on a server.
      const [policy, sourceBlocked, choices] = await Promise.all([
        deps.policyFor(tx, principal.tenantId),
        isSourceBlocked(tx, ports, call, event, given.sourceRef),
        listTopicChoices(
          tx,
          principal.tenantId,
          [given.scope, given.subject].filter((name) => name.startsWith("user:")),
        ),
      ]);
      const origin = await bindOrigin(tx, ports, call, event, given, policy.write, ports.clock.now());
      const { lineage } = origin;
      const { proposal, finding } = protectPersonalData(origin.proposal, policy.write.personalData);
      const decided = decideAdmission({
        sourceBlocked,
        proposal,
        // The right to amend was decided on the memory itself: a person holds no scope of a project that speaks of them.
        principal: amendment ? { ...principal, scopes: [...principal.scopes, proposal.scope] } : principal,
        policy: policy.write,
        eventScope,
        personalData: finding,
        choices,
      });
      const { verdicts, denied } = decided;
      const admission = boundAdmission(decided.admission, lineage);
      if (proposal.kind === "episodic" && admission.confirmation === "confirmed")
        admission.confirmation = "observed";
      if (amendment && lineage === null)
        admission.authority = Math.max(admission.authority, amendment.authorityAtLeast);
      const utility = denied ? null : decideUtility(proposal, admission, policy.write, policy.calibration);
      // What a gate denies is not saved by a verb that would have waited for a person anyway.
      const hold =
        decideHold(verdicts, principal) ?? (denied ? null : (origin.hold ?? amendment?.hold ?? null));
      ports.reached?.("gated");
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
      const over =
        proposal.scope.startsWith("run:") &&
        (await findRunEnd(tx, principal.tenantId, proposal.scope)) !== null;
      const refused =
        denied && !hold
          ? denied.code
          : origin.recalled
            ? "recalled_text"
            : over
              ? "run_ended"
              : worthless
                ? "low_utility"
                : null;
      const resolve = (held: Hold | null) =>
        resolveProposal(tx, ports, call, proposal, admission, {
          eventId: event.eventId,
          occurredAt: event.occurredAtNamed ? event.occurredAt : null,
          policy: policy.write,
          sameCall,
          hold: held,
        });
      const free = refused ? null : await resolve(hold);
      const rule = decideApproval(
        proposal,
        admission,
        principal.actor.kind,
        overridesConfirmed(free),
        policy.write.approvals,
      );
      // Only what would change something waits; a repetition or a contradiction is dealt with as it is.
      const waits = rule !== null && hold === null && changesSomething(free);
      const resolved = waits ? await resolve({ status: "pending_approval", reasonCode: rule.code }) : free;
      ports.reached?.("locked");
      const outcome = resolved?.outcome ?? (refused === "recalled_text" ? "unchanged" : "rejected");
      const operation = resolved?.operation ?? "NONE";
      const took = resolved?.outcome === "committed" && operation !== "CONFIRM" && amendment;
      const reasonCode = took ? amendment.amends.reasonCode : (resolved?.reasonCode ?? refused ?? "rejected");
      // What was once of high sensitivity stays so: another version or source of the fact is kept the same way.
      const wasHigh = resolved !== null && isOfHigh(resolved.fact.claims);
      const parts = await commitProposal(tx, ports, call, {
        ...order,
        proposal: wasHigh ? { ...proposal, sensitivity: "high" } : proposal,
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
      ports.reached?.("written");
      if (parts.memoryId) sameCall.add(parts.memoryId);
      if (lineage && resolved?.add && parts.memoryId) {
        await insertDerivations(tx, call, parts.memoryId, lineage.eventIds, proposal.sourceType, resolved);
      }
      const approvalId = resolved
        ? await holdForReview(
            tx,
            ports,
            call,
            {
              outcome,
              memoryId: parts.memoryId,
              factId: resolved.fact.factId,
              candidateId,
              event,
              proposal,
              admission,
              verdicts,
              operation: waits && free ? free.operation : "ADD",
              reasonCode,
              class: rule?.class ?? "normal",
              amends: amendment?.amends ?? null,
            },
            policy,
          )
        : null;
      const now = ports.clock.now();
      // What nobody but this write can have touched is told as it is written; everything else is read.
      const untouched = outcome === "committed" && lineage === null && parts.written;
      const memory = parts.memoryId
        ? (untouched && (await composeMemory(tx, untouched, now))) ||
          (await readMemory(tx, principal.tenantId, parts.memoryId, now))
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
        approval_id: approvalId,
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
      ports.reached?.("committed");
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
    ports.reached?.("indexed");
    for (const decision of decisions) decision.indexing = "done";
    return "done";
  }

  async function recordPending(
    call: CallContext,
    event: ObservedEvent,
    memory: Memory,
    operation: Operation,
    reasonCode: string,
    wanted: { verb: Exclude<AmendVerb, "correct">; at: Date | null; sourceType: SourceType },
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
      const { authority, trust } = policy.write.sources[wanted.sourceType];
      const approvalId = await openApproval(
        tx,
        ports,
        call,
        {
          verb: wanted.verb,
          memoryId: memory.memory_id,
          factId: memory.fact_id,
          targetId: null,
          candidateId,
          eventId: event.eventId,
          scope: memory.scope,
          operation,
          reasonCode,
          class: "normal",
          policyVersion: policy.version,
          lineage: { minAuthority: authority, minTrust: trust, sourceTypes: [wanted.sourceType] },
          endsAt: wanted.at,
        },
        policy.write.approvals,
      );
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
        approval_id: approvalId,
        indexing: "done",
      };
    });
  }

  return { observe, observeVerb, admit, recordPending, index };
}
