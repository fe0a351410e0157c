import type { Decision } from "@/lib/contracts/memories";
import type { ApproveInput, DecidedApproval, ImpactClass, RejectInput } from "@/lib/contracts/reviews";
import type { AdmitPath } from "@/lib/engine/admit-path";
import type { Engine } from "@/lib/engine/engine";
import { EngineError, notFound } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import { jobCall } from "@/lib/engine/model/job-call";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { maySee } from "@/lib/engine/model/principal";
import { findReference } from "@/lib/engine/observe/find-reference";
import { observeEvent } from "@/lib/engine/observe/observe-event";
import { requireNotPaused } from "@/lib/engine/observe/require-may-write";
import { decideReviewer, PEOPLE_ONLY, whyNot } from "@/lib/engine/policy/decide-reviewer";
import { maskSensitive } from "@/lib/engine/policy/mask-sensitive";
import { hideHighDecision } from "@/lib/engine/policy/hide-high";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";
import { admitHeld } from "@/lib/engine/review/admit-held";
import { approvalTerms, movedOn } from "@/lib/engine/review/approval-terms";
import { describeApprovals, isVersion } from "@/lib/engine/review/describe-approvals";
import { recordReview } from "@/lib/engine/review/record-review";
import { refuseHeld } from "@/lib/engine/review/refuse-held";
import { type ClaimVerb, reviseMemory } from "@/lib/engine/revise/revise-memory";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import { findMemoryPlace, type MemoryPlace } from "@/lib/store/memory/find-memory-place";
import {
  type ApprovalRow,
  changeApproval,
  findApproval,
  listDueApprovals,
} from "@/lib/store/review/change-approval";
import { insertEventInputs } from "@/lib/store/review/read-lineage";
import { listApprovalIds } from "@/lib/store/review/list-approvals";
import { decodeReviewPosition } from "@/lib/store/review/page-of-ids";

const DEFAULT_LIMIT = 50;
const MOST_EXPIRED = 100;

export type ApprovalPath = Pick<Engine, "listApprovals" | "getApproval" | "approve" | "reject"> & {
  /** Closes what nobody decided in time: nothing is committed. @returns how many */
  expireDue(tenantId: string): Promise<number>;
};

interface Opened {
  row: ApprovalRow;
  place: MemoryPlace;
  own: boolean;
  policy: WritePolicy;
  /** The event that a relay's reference names. */
  referred: string | null;
}

/** What waits for a person, and the decision: compare and set, re-resolved under the fact's lock, audited. */
export function createApprovalPath(deps: EngineDeps, admit: Pick<AdmitPath, "index">): ApprovalPath {
  const { database, ports } = deps;

  /** @throws EngineError `not_found`, `not_entitled`, `stale_revision` */
  async function open(
    tx: Tx,
    call: CallContext,
    approvalId: string,
    input: Pick<ApproveInput, "expected_revision" | "source">,
  ): Promise<Opened> {
    const { principal } = call;
    const row = await findApproval(tx, principal.tenantId, approvalId);
    const place = row ? await findMemoryPlace(tx, principal.tenantId, row.memoryId) : null;
    if (!row || !place || !maySee(principal, place)) throw notFound("approval");
    const policy = await deps.policyFor(tx, principal.tenantId);
    const referred = await findRelayed(tx, call, place, input.source);
    const reviewing = decideReviewer(
      principal,
      {
        scope: row.scope,
        subject: place.subject,
        class: row.class as ImpactClass,
        proposedBy: row.proposedById,
        firstBy: row.firstById,
        peopleOnly: PEOPLE_ONLY.has(row.reasonCode),
      },
      input.source ?? null,
      input.source?.quote !== undefined || referred !== null || policy.write.relayedReferences === "named",
    );
    // What is decided is decided for everybody, also for whoever gave the first of two approvals.
    if (row.state !== "open") throw movedOn(row);
    if (!reviewing.may) throw new EngineError("not_entitled", whyNot(reviewing) ?? "");
    if (row.expiresAt <= ports.clock.now()) {
      throw new EngineError(
        "stale_revision",
        `It expired at ${row.expiresAt.toISOString()}: nothing was committed.`,
      );
    }
    if (input.expected_revision !== undefined && input.expected_revision !== row.revision) throw movedOn(row);
    return { row, place, own: reviewing.own, policy: policy.write, referred };
  }

  /** What a key's reference names, when it brings no words of the person itself. */
  async function findRelayed(
    tx: Tx,
    call: CallContext,
    place: MemoryPlace,
    source: ApproveInput["source"],
  ): Promise<string | null> {
    if (call.principal.actor.kind !== "agent" || !source || source.quote !== undefined) return null;
    return findReference(tx, ports, call, place, source.ref);
  }

  async function settle(
    tx: Tx,
    call: CallContext,
    row: ApprovalRow,
    change: Parameters<typeof changeApproval>[2],
    step: { action: string; audit: string; reason: string | null },
  ): Promise<void> {
    if (!(await changeApproval(tx, row, change))) {
      const now = await findApproval(tx, row.tenantId, row.approvalId);
      throw movedOn(now ?? row);
    }
    await recordReview(tx, ports, call, {
      objectType: "approval",
      objectId: row.approvalId,
      memoryIds: [row.memoryId, ...(row.targetId ? [row.targetId] : [])],
      action: step.action,
      audit: step.audit,
      reason: step.reason,
      details: { memory_id: row.memoryId, verb: row.verb, class: row.class, revision: row.revision + 1 },
    });
  }

  function decided(call: CallContext, state: "approved" | "rejected" | "expired", eventId: string | null) {
    const { actor } = call.principal;
    return {
      state,
      decidedByKind: actor.kind,
      decidedById: actor.id,
      decidedAt: ports.clock.now(),
      decisionEventId: eventId,
    };
  }

  /** The decision itself is something that happened: the confirming event. */
  async function observeDecision(
    tx: Tx,
    call: CallContext,
    { row, place, referred }: Opened,
    input: ApproveInput,
    reason: string | null,
  ): Promise<string> {
    const observed = await observeEvent(
      tx,
      ports,
      call,
      {
        type: "approval",
        actor: "user",
        scope: row.scope,
        ...(place.subject ? { subject: place.subject } : {}),
        source: { type: "approval", ...(input.source ? { ref: input.source.ref } : {}) },
        content: {
          verb: "approve",
          approval_id: row.approvalId,
          memory_id: row.memoryId,
          ...(reason === null ? {} : { reason }),
          ...(input.source?.quote === undefined ? {} : { quote: input.source.quote }),
        },
      },
      { sourceType: "approval", claimed: null },
      { high: place.sensitivity === "high" ? "encrypt" : null },
    );
    if (referred !== null) await insertEventInputs(tx, row.tenantId, observed.eventId, [referred]);
    return observed.eventId;
  }

  async function commit(
    tx: Tx,
    call: CallContext,
    opened: Opened,
    input: ApproveInput,
    reason: string | null,
  ): Promise<Decision> {
    const { row, place, policy, own } = opened;
    const { tenantId } = call.principal;
    // A person who paused can still put right what is remembered; nobody else can.
    if (!own) await requireNotPaused(tx, tenantId, [place], ports.clock.now());
    const eventId = await observeDecision(tx, call, opened, input, reason);
    ports.reached?.("observed");
    const quote = input.source?.quote ?? null;
    await settle(tx, call, row, decided(call, "approved", eventId), {
      action: "approve",
      audit: "approval.approved",
      reason,
    });
    ports.reached?.("locked");
    const shown = isVersion(row.verb)
      ? await admitHeld(tx, ports, call, row, {
          from: "pending_approval",
          ...approvalTerms(row, place, policy),
          event: { eventId, sourceType: "approval" },
          quote,
          reason,
          corrects: row.verb === "correct" ? row.targetId : null,
        })
      : await reviseMemory(tx, ports, call, policy, {
          verb: row.verb as ClaimVerb,
          memoryId: row.memoryId,
          factId: row.factId,
          event: { eventId, observedAt: ports.clock.now(), sourceType: "approval" },
          quote,
          at: row.endsAt,
          reason,
        });
    ports.reached?.("written");
    return { ...shown, candidate_id: row.candidateId, approval_id: row.approvalId };
  }

  async function show(tx: Tx, call: CallContext, approvalId: string) {
    const policy = await deps.policyFor(tx, call.principal.tenantId);
    const [approval] = await describeApprovals(
      tx,
      call.principal,
      policy.write,
      [approvalId],
      ports.clock.now(),
    );
    if (!approval) throw notFound("approval");
    return approval;
  }

  return {
    async listApprovals(call, query) {
      const after = query.cursor === undefined ? null : decodeReviewPosition(query.cursor);
      if (query.cursor !== undefined && after === null)
        throw new EngineError("meaningless", "This cursor is not one of ours.");
      const now = ports.clock.now();
      return database.withTenant(call.principal.tenantId, async (tx) => {
        const policy = await deps.policyFor(tx, call.principal.tenantId);
        const page = await listApprovalIds(
          tx,
          call.principal,
          query,
          after,
          query.limit ?? DEFAULT_LIMIT,
          now,
        );
        const items = await describeApprovals(tx, call.principal, policy.write, page.ids, now);
        return { items, next_cursor: page.next, total: page.total };
      });
    },

    async getApproval(call, approvalId) {
      return database.withTenant(call.principal.tenantId, async (tx) => {
        const row = await findApproval(tx, call.principal.tenantId, approvalId);
        const place = row ? await findMemoryPlace(tx, call.principal.tenantId, row.memoryId) : null;
        if (!place || !maySee(call.principal, place)) throw notFound("approval");
        return show(tx, call, approvalId);
      });
    },

    async approve(call, approvalId, input): Promise<DecidedApproval> {
      const reason = input.reason === undefined ? null : maskSensitive(input.reason);
      const done = await database.withTenant(call.principal.tenantId, async (tx) => {
        const opened = await open(tx, call, approvalId, input);
        const { row } = opened;
        const { actor } = call.principal;
        let decision: Decision | null = null;
        if (row.class === "highest" && row.firstById === null) {
          const first = { firstByKind: actor.kind, firstById: actor.id, firstAt: ports.clock.now() };
          await settle(tx, call, row, first, {
            action: "approve_first",
            audit: "approval.first_given",
            reason,
          });
        } else decision = await commit(tx, call, opened, input, reason);
        return {
          approval: await show(tx, call, approvalId),
          decision: decision && hideHighDecision(call.principal, decision),
        };
      });
      if (done.decision) {
        const { memory, superseded } = done.decision;
        done.decision.indexing = await admit.index(call, [done.decision], true, [
          done.approval.proposed?.memory_id ?? memory?.memory_id ?? "",
          ...superseded,
        ]);
      }
      return done;
    },

    async reject(call, approvalId, input: RejectInput): Promise<DecidedApproval> {
      const reason = maskSensitive(input.reason);
      return database.withTenant(call.principal.tenantId, async (tx) => {
        const { row } = await open(tx, call, approvalId, input);
        await settle(tx, call, row, decided(call, "rejected", null), {
          action: "reject",
          audit: "approval.rejected",
          reason,
        });
        if (isVersion(row.verb)) {
          await refuseHeld(tx, ports, call, row, {
            from: ["pending_approval"],
            to: "revoked",
            reasonCode: "approval_rejected",
            reason,
          });
        }
        return { approval: await show(tx, call, approvalId), decision: null };
      });
    },

    async expireDue(tenantId) {
      const call = jobCall(tenantId, "approvals", ports.newId("req"));
      const due = await database.withTenant(tenantId, (tx) =>
        listDueApprovals(tx, tenantId, ports.clock.now(), MOST_EXPIRED),
      );
      let expired = 0;
      for (const row of due) {
        // One at a time: a decision that comes at the same moment wins or loses by itself.
        const done = await database
          .withTenant(tenantId, async (tx) => {
            const changed = await changeApproval(tx, row, decided(call, "expired", null));
            if (!changed) throw movedOn(row);
            if (isVersion(row.verb)) {
              await refuseHeld(tx, ports, call, row, {
                from: ["pending_approval"],
                to: "revoked",
                reasonCode: "approval_expired",
                reason: null,
              });
            }
            await appendAudit(tx, call, {
              auditId: ports.newId("aud"),
              at: ports.clock.now(),
              action: "approval.expired",
              objectType: "approval",
              objectId: row.approvalId,
              details: { memory_id: row.memoryId, verb: row.verb },
            });
            return true;
          })
          .catch((error: unknown) => {
            if (error instanceof EngineError) return false;
            throw error;
          });
        if (done) expired++;
      }
      return expired;
    },
  };
}
