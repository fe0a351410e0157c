import type { Decision } from "@/lib/contracts/memories";
import type { CondemnInput, Quarantined } from "@/lib/contracts/reviews";
import type { AdmitPath } from "@/lib/engine/admit-path";
import type { Engine } from "@/lib/engine/engine";
import { EngineError, notFound } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { maySee } from "@/lib/engine/model/principal";
import { observeEvent } from "@/lib/engine/observe/observe-event";
import { requireNotPaused } from "@/lib/engine/observe/require-may-write";
import { decideRelease, mayJudge } from "@/lib/engine/policy/decide-release";
import { maskSecrets } from "@/lib/engine/policy/detect-secrets";
import type { Policy } from "@/lib/engine/policy/policy";
import { admitHeld } from "@/lib/engine/review/admit-held";
import { condemn } from "@/lib/engine/review/condemn";
import { describeQuarantine } from "@/lib/engine/review/describe-quarantine";
import { openQuarantine } from "@/lib/engine/review/open-quarantine";
import { recordReview } from "@/lib/engine/review/record-review";
import { refuseHeld } from "@/lib/engine/review/refuse-held";
import { hideHighDecision } from "@/lib/engine/policy/hide-high";
import type { Tx } from "@/lib/store/client";
import { findMemoryPlace, type MemoryPlace } from "@/lib/store/memory/find-memory-place";
import { readMemory } from "@/lib/store/memory/read-memories";
import { changeQuarantine, findQuarantine, type QuarantineRow } from "@/lib/store/review/change-quarantine";
import { listQuarantineIds } from "@/lib/store/review/list-quarantine";
import { decodeReviewPosition } from "@/lib/store/review/page-of-ids";
import { listSupportingEvents } from "@/lib/store/review/trace-provenance";
import { withdrawHeld } from "@/lib/store/review/withdraw-held";

const DEFAULT_LIMIT = 50;

export type QuarantinePath = Pick<
  Engine,
  "listQuarantine" | "getQuarantined" | "quarantine" | "release" | "condemn"
>;

/** What is held for safety: looked at, let out at its origin's authority, or condemned with all that came of it. */
export function createQuarantinePath(deps: EngineDeps, admit: Pick<AdmitPath, "index">): QuarantinePath {
  const { database, ports } = deps;
  const inTenant = <T>(call: CallContext, work: (tx: Tx, policy: Policy) => Promise<T>): Promise<T> =>
    database.withTenant(call.principal.tenantId, async (tx) =>
      work(tx, await deps.policyFor(tx, call.principal.tenantId)),
    );

  async function see(
    tx: Tx,
    call: CallContext,
    quarantineId: string,
  ): Promise<{ row: QuarantineRow; place: MemoryPlace }> {
    const { principal } = call;
    const row = await findQuarantine(tx, principal.tenantId, quarantineId);
    const place = row ? await findMemoryPlace(tx, principal.tenantId, row.memoryId) : null;
    if (!row || !place || !maySee(principal, place)) throw notFound("quarantine entry");
    return { row, place };
  }

  /** @throws EngineError `not_found`, `not_entitled`, `stale_revision` */
  async function open(tx: Tx, call: CallContext, quarantineId: string, expected: number | undefined) {
    const { row, place } = await see(tx, call, quarantineId);
    const memory = await readMemory(tx, row.tenantId, row.memoryId, ports.clock.now());
    if (!mayJudge(call.principal, memory?.written_by.id ?? "")) {
      throw new EngineError(
        "not_entitled",
        "Only a reviewer or an administrator decides on what is held for safety, and nobody on what they wrote.",
      );
    }
    if (row.state !== "held" || (expected !== undefined && expected !== row.revision)) throw moved(row);
    if (!memory) throw notFound("memory");
    return { row, place, memory };
  }

  async function settle(
    tx: Tx,
    call: CallContext,
    row: QuarantineRow,
    state: "released" | "condemned",
    reason: string,
  ): Promise<void> {
    const { actor } = call.principal;
    const change = {
      state,
      decidedByKind: actor.kind,
      decidedById: actor.id,
      decidedAt: ports.clock.now(),
    };
    if (!(await changeQuarantine(tx, row, change)))
      throw moved((await findQuarantine(tx, row.tenantId, row.quarantineId)) ?? row);
    await recordReview(tx, ports, call, {
      objectType: "quarantine",
      objectId: row.quarantineId,
      memoryIds: [row.memoryId],
      action: state === "released" ? "release" : "condemn",
      audit: `quarantine.${state}`,
      reason,
      details: { memory_id: row.memoryId, reason_code: row.reasonCode, signals: row.signals },
    });
  }

  async function show(tx: Tx, call: CallContext, policy: Policy, id: string): Promise<Quarantined> {
    const now = ports.clock.now();
    const [entry] = await describeQuarantine(tx, call.principal, policy.write, [id], now, true);
    if (!entry) throw notFound("quarantine entry");
    return entry;
  }

  return {
    async listQuarantine(call, query) {
      const after = query.cursor === undefined ? null : decodeReviewPosition(query.cursor);
      if (query.cursor !== undefined && after === null)
        throw new EngineError("meaningless", "This cursor is not one of ours.");
      return inTenant(call, async (tx, policy) => {
        const limit = query.limit ?? DEFAULT_LIMIT;
        const page = await listQuarantineIds(tx, call.principal, query, after, limit);
        const now = ports.clock.now();
        const items = await describeQuarantine(tx, call.principal, policy.write, page.ids, now, false);
        return { items, next_cursor: page.next, total: page.total };
      });
    },

    getQuarantined: (call, id) =>
      inTenant(call, async (tx, policy) => {
        await see(tx, call, id);
        return show(tx, call, policy, id);
      }),

    async quarantine(call, input) {
      const reason = maskSecrets(input.reason).text;
      const { memory_id: memoryId } = input;
      const entry = await inTenant(call, async (tx, policy) => {
        const { tenantId } = call.principal;
        const place = await findMemoryPlace(tx, tenantId, memoryId);
        if (!place || place.status === "deleted" || !maySee(call.principal, place)) throw notFound("memory");
        if (!mayJudge(call.principal, "")) {
          throw new EngineError(
            "not_entitled",
            "Only a reviewer or an administrator holds a memory for safety.",
          );
        }
        const taken = await refuseHeld(tx, ports, call, place, {
          from: ["active", "superseded", "expired", "archived", "candidate", "pending_approval"],
          to: "quarantined",
          reasonCode: "held_by_reviewer",
          reason,
        });
        if (!taken)
          throw new EngineError("illegal_transition", `A memory that is ${place.status} cannot be held.`);
        await withdrawHeld(tx, tenantId, [memoryId], call.principal.actor, ports.clock.now());
        const [eventId] = await listSupportingEvents(tx, tenantId, [memoryId]);
        const id = await openQuarantine(
          tx,
          ports,
          call,
          {
            memoryId,
            factId: place.factId,
            candidateId: null,
            eventId: eventId ?? null,
            scope: place.scope,
            reasonCode: "held_by_reviewer",
            codes: [],
            sourceLowered: false,
            cause: "person",
            rootId: null,
            policyVersion: policy.version,
          },
          policy.write.suspicion,
        );
        await recordReview(tx, ports, call, {
          objectType: "quarantine",
          objectId: id,
          memoryIds: [memoryId],
          action: "hold",
          audit: "quarantine.held",
          reason,
          details: { memory_id: memoryId },
        });
        return show(tx, call, policy, id);
      });
      await admit.index(call, [], true, [memoryId]);
      return entry;
    },

    async release(call, id, input) {
      const reason = maskSecrets(input.reason).text;
      const done = await inTenant(call, async (tx, policy) => {
        const { row, place, memory } = await open(tx, call, id, input.expected_revision);
        const { external_content: external } = policy.write.sources;
        const terms = decideRelease(row.signals, {
          provenance: memory.provenance_type,
          kind: memory.kind,
          confirmation: memory.confirmation,
        });
        if (terms.as === "nothing") {
          throw new EngineError(
            "illegal_transition",
            "A procedure from outside is never remembered as one. State it yourself if it is right.",
          );
        }
        await requireNotPaused(tx, row.tenantId, [place], ports.clock.now());
        const observed = await observeEvent(
          tx,
          ports,
          call,
          {
            type: "approval",
            actor: "user",
            scope: row.scope,
            ...(place.subject ? { subject: place.subject } : {}),
            source: { type: "approval" },
            content: { verb: "release", quarantine_id: row.quarantineId, memory_id: row.memoryId, reason },
          },
          { sourceType: "approval", claimed: null },
          { high: memory.sensitivity === "high" ? "encrypt" : null },
        );
        await settle(tx, call, row, "released", reason);
        const decision: Decision = {
          ...(await admitHeld(tx, ports, call, row, {
            from: "quarantined",
            authority: terms.bound ? Math.min(place.authority, external.authority) : place.authority,
            trust: terms.bound ? Math.min(memory.trust, external.trust) : memory.trust,
            confirmation: terms.as,
            reasonCode: "released",
            event: { eventId: observed.eventId, sourceType: "approval" },
            relation: "derived_from",
            quote: null,
            reason,
            corrects: null,
          })),
          candidate_id: row.candidateId,
          approval_id: null,
        };
        return {
          quarantine: await show(tx, call, policy, id),
          decision: hideHighDecision(call.principal, decision),
        };
      });
      done.decision.indexing = await admit.index(call, [done.decision], true, [
        done.quarantine.memory?.memory_id ?? "",
      ]);
      return done;
    },

    async condemn(call, id, input: CondemnInput) {
      const reason = maskSecrets(input.reason).text;
      const done = await inTenant(call, async (tx, policy) => {
        const { row } = await open(tx, call, id, input.expected_revision);
        await settle(tx, call, row, "condemned", reason);
        const { withdrawn, blocked } = await condemn(tx, ports, call, row, {
          reason,
          block: input.block ?? [],
          policyVersion: policy.version,
          suspicion: policy.write.suspicion,
        });
        return { quarantine: await show(tx, call, policy, id), withdrawn, blocked };
      });
      await admit.index(call, [], true, done.withdrawn);
      return done;
    },
  };
}

/** What has changed since it was looked at. */
function moved(row: QuarantineRow): EngineError {
  const what =
    row.state === "held"
      ? "it is still held"
      : `${row.decidedById ?? "somebody"} ${row.state} it at ${row.decidedAt?.toISOString() ?? ""}`;
  return new EngineError(
    "stale_revision",
    `It has changed since you looked: ${what} (revision ${row.revision}). Nothing was done.`,
  );
}
