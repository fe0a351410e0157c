import type { Decision } from "@/lib/contracts/memories";
import type { Conflict, ResolveConflictInput } from "@/lib/contracts/reviews";
import type { AdmitPath } from "@/lib/engine/admit-path";
import type { Engine } from "@/lib/engine/engine";
import { EngineError, notFound } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { maySee } from "@/lib/engine/model/principal";
import { observeEvent } from "@/lib/engine/observe/observe-event";
import { requireNotPaused } from "@/lib/engine/observe/require-may-write";
import { decideReviewer, whyNot } from "@/lib/engine/policy/decide-reviewer";
import { maskSecrets } from "@/lib/engine/policy/detect-secrets";
import { hideHighDecision } from "@/lib/engine/policy/hide-high";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";
import { admitHeld } from "@/lib/engine/review/admit-held";
import { describeConflicts } from "@/lib/engine/review/describe-conflicts";
import { recordReview } from "@/lib/engine/review/record-review";
import { refuseHeld } from "@/lib/engine/review/refuse-held";
import { reviseMemory } from "@/lib/engine/revise/revise-memory";
import type { Tx } from "@/lib/store/client";
import { findMemoryPlace, type MemoryPlace } from "@/lib/store/memory/find-memory-place";
import { readMemory } from "@/lib/store/memory/read-memories";
import { closeConflict, type ConflictRow, findConflict, listConflictIds } from "@/lib/store/review/conflicts";
import { decodeReviewPosition } from "@/lib/store/review/page-of-ids";

const DEFAULT_LIMIT = 50;

export type ConflictPath = Pick<Engine, "listConflicts" | "getConflict" | "settleConflict">;

/** Two sides that only a person can settle: the decision is itself the word that counts. */
export function createConflictPath(deps: EngineDeps, admit: Pick<AdmitPath, "index">): ConflictPath {
  const { database, ports } = deps;
  const inTenant = <T>(call: CallContext, work: (tx: Tx, policy: WritePolicy) => Promise<T>): Promise<T> =>
    database.withTenant(call.principal.tenantId, async (tx) =>
      work(tx, (await deps.policyFor(tx, call.principal.tenantId)).write),
    );

  async function see(
    tx: Tx,
    call: CallContext,
    conflictId: string,
  ): Promise<{ row: ConflictRow; place: MemoryPlace }> {
    const { principal } = call;
    const row = await findConflict(tx, principal.tenantId, conflictId);
    const place = row ? await findMemoryPlace(tx, principal.tenantId, row.incumbentId) : null;
    if (!row || !place || !maySee(principal, place)) throw notFound("conflict");
    return { row, place };
  }

  async function show(tx: Tx, call: CallContext, policy: WritePolicy, id: string): Promise<Conflict> {
    const [conflict] = await describeConflicts(tx, call.principal, policy, [id], ports.clock.now());
    if (!conflict) throw notFound("conflict");
    return conflict;
  }

  /** The winner by legal transitions, and then the loser, if the winner did not displace it. */
  async function apply(
    tx: Tx,
    call: CallContext,
    policy: WritePolicy,
    row: ConflictRow,
    place: MemoryPlace,
    input: ResolveConflictInput,
    reason: string,
  ): Promise<Decision | null> {
    const { factId } = row;
    const lose = (memoryId: string, code: string) =>
      refuseHeld(
        tx,
        ports,
        call,
        { memoryId, factId },
        { from: ["active", "candidate", "superseded", "expired"], to: "revoked", reasonCode: code, reason },
      );
    if (input.keep === "neither") {
      await lose(row.challengerId, "conflict_lost");
      await lose(row.incumbentId, "conflict_lost");
      return null;
    }
    const winner = await readMemory(
      tx,
      row.tenantId,
      input.keep === "incumbent" ? row.incumbentId : row.challengerId,
      ports.clock.now(),
    );
    if (!winner) throw notFound("memory");
    const outside = winner.provenance_type === "external_content";
    if (input.keep === "challenger" && outside) {
      throw new EngineError(
        "illegal_transition",
        "The challenger came from outside and takes nobody's place. If it is right, correct the other one yourself.",
      );
    }
    const observed = await observeEvent(
      tx,
      ports,
      call,
      {
        type: "approval",
        actor: "user",
        scope: winner.scope,
        ...(place.subject ? { subject: place.subject } : {}),
        source: { type: "approval" },
        content: { verb: "settle", conflict_id: row.conflictId, keep: winner.memory_id, reason },
      },
      { sourceType: "approval", claimed: null },
      { high: winner.sensitivity === "high" ? "encrypt" : null },
    );
    if (input.keep === "challenger") {
      const { approval } = policy.sources;
      const kept = await admitHeld(
        tx,
        ports,
        call,
        { memoryId: row.challengerId, factId },
        {
          from: "candidate",
          authority: approval.authority,
          trust: approval.trust,
          confirmation: "confirmed",
          reasonCode: "conflict_kept",
          event: { eventId: observed.eventId, sourceType: "approval" },
          quote: null,
          reason,
          corrects: row.incumbentId,
        },
      );
      return { ...kept, candidate_id: null, approval_id: null };
    }
    await lose(row.challengerId, "conflict_lost");
    // What came from outside stands as it stood; a person's decision confirms anything else.
    if (outside || winner.status !== "active") return null;
    return reviseMemory(tx, ports, call, policy, {
      verb: "confirm",
      memoryId: row.incumbentId,
      factId,
      event: { eventId: observed.eventId, observedAt: ports.clock.now(), sourceType: "approval" },
      quote: null,
      at: null,
      reason,
    });
  }

  return {
    async listConflicts(call, query) {
      const after = query.cursor === undefined ? null : decodeReviewPosition(query.cursor);
      if (query.cursor !== undefined && after === null)
        throw new EngineError("meaningless", "This cursor is not one of ours.");
      return inTenant(call, async (tx, policy) => {
        const limit = query.limit ?? DEFAULT_LIMIT;
        const page = await listConflictIds(tx, call.principal, query, after, limit);
        const items = await describeConflicts(tx, call.principal, policy, page.ids, ports.clock.now());
        return { items, next_cursor: page.next, total: page.total };
      });
    },

    getConflict: (call, id) =>
      inTenant(call, async (tx, policy) => {
        await see(tx, call, id);
        return show(tx, call, policy, id);
      }),

    async settleConflict(call, id, input) {
      const reason = maskSecrets(input.reason).text;
      const done = await inTenant(call, async (tx, policy) => {
        const { row, place } = await see(tx, call, id);
        const reviewing = decideReviewer(
          call.principal,
          { scope: place.scope, subject: place.subject, class: "normal", proposedBy: null, firstBy: null },
          null,
        );
        if (!reviewing.may) throw new EngineError("not_entitled", whyNot(reviewing) ?? "");
        const { expected_revision: expected } = input;
        if (row.closedAt !== null || (expected !== undefined && expected !== row.revision)) throw moved(row);
        if (!reviewing.own) await requireNotPaused(tx, row.tenantId, [place], ports.clock.now());
        const { actor } = call.principal;
        const closed = await closeConflict(tx, row, {
          resolution: input.keep,
          closedAt: ports.clock.now(),
          closedByKind: actor.kind,
          closedById: actor.id,
        });
        if (!closed) throw moved((await findConflict(tx, row.tenantId, id)) ?? row);
        const decision = await apply(tx, call, policy, row, place, input, reason);
        await recordReview(tx, ports, call, {
          objectType: "conflict",
          objectId: id,
          memoryIds: [row.incumbentId, row.challengerId],
          action: `keep_${input.keep}`,
          audit: "conflict.settled",
          reason,
          details: {
            keep: input.keep,
            incumbent: row.incumbentId,
            challenger: row.challengerId,
            fact_id: row.factId,
          },
        });
        return {
          conflict: await show(tx, call, policy, id),
          decision: decision && hideHighDecision(call.principal, decision),
        };
      });
      const touched = [done.conflict.incumbent?.memory_id ?? "", done.conflict.challenger?.memory_id ?? ""];
      const indexing = await admit.index(call, done.decision ? [done.decision] : [], true, touched);
      if (done.decision) done.decision.indexing = indexing;
      return done;
    },
  };
}

/** What has changed since it was looked at. */
function moved(row: ConflictRow): EngineError {
  const what =
    row.closedAt === null
      ? "it is still open"
      : `${row.closedById ?? "somebody"} settled it (${row.resolution ?? ""}) at ${row.closedAt.toISOString()}`;
  return new EngineError(
    "stale_revision",
    `It has changed since you looked: ${what} (revision ${row.revision}). Nothing was done.`,
  );
}
