import type { SourceType, Status } from "@/lib/contracts/common";
import type { Decision } from "@/lib/contracts/memories";
import { EngineError, notFound } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import type { StoredClaim } from "@/lib/engine/model/fact-state";
import { type ClaimChange, nextKnownInstant, planFactChange } from "@/lib/engine/policy/plan-fact-change";
import { reasonSentence } from "@/lib/engine/policy/reason-sentences";
import type { WritePolicy } from "@/lib/engine/policy/write-policy";
import type { EnginePorts } from "@/lib/engine/ports";
import { isLegal } from "@/lib/engine/revise/decide-verb";
import { withdrawDerived } from "@/lib/engine/revise/withdraw-derived";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import { sealerOfFact } from "@/lib/store/sealing/seal-rows";
import { applyFactPlan } from "@/lib/store/memory/apply-fact-plan";
import { insertSource } from "@/lib/store/memory/insert-version";
import { lockFactById } from "@/lib/store/memory/lock-fact";
import { readConfirmationBefore } from "@/lib/store/memory/read-confirmation-before";
import { withdrawHeld } from "@/lib/store/review/withdraw-held";
import { readMemory } from "@/lib/store/memory/read-memories";

/** The verbs that change a claim without adding a version. `correct`, and `restore` of what is history, add one. */
export type ClaimVerb = "confirm" | "retract" | "revoke" | "expire" | "restore";

export interface Revision {
  verb: ClaimVerb;
  memoryId: string;
  factId: string;
  event: { eventId: string; observedAt: Date; sourceType: SourceType };
  quote: string | null;
  at: Date | null;
  reason: string | null;
  /** A key says that a person confirmed it, and names nothing that says so. */
  hearsay?: boolean;
}

/** One transaction: lock, re-check, plan, write, audit. */
export async function reviseMemory(
  tx: Tx,
  ports: EnginePorts,
  call: CallContext,
  policy: WritePolicy,
  revision: Revision,
): Promise<Decision> {
  const { tenantId, actor } = call.principal;
  const fact = await lockFactById(tx, tenantId, revision.factId, [revision.memoryId]);
  const claim = fact?.claims.find((item) => item.memoryId === revision.memoryId);
  if (!fact || !claim || claim.status === "deleted") throw notFound("memory");
  if (!isLegal(revision.verb, claim.status)) throw illegal(revision.verb, claim.status);
  const t = nextKnownInstant(fact, ports.clock.now());
  const { change, operation, code } = await decideChange(tx, tenantId, revision, claim, t, policy);
  const plan = planFactChange(fact, t, [change], null);
  const sealer = await sealerOfFact(tx, tenantId, fact, new Date(t));
  await insertSource(
    tx,
    {
      tenantId,
      memoryId: claim.memoryId,
      eventId: revision.event.eventId,
      relation: revision.verb === "confirm" || revision.verb === "restore" ? "supports" : "corrects",
      sourceType: revision.event.sourceType,
      writerId: actor.id,
      quote: revision.quote,
      observedAt: revision.event.observedAt,
      recordedAt: new Date(t),
    },
    sealer,
  );
  await applyFactPlan(
    tx,
    call,
    fact,
    plan,
    { operation, reasonCode: code, reason: revision.reason, addedRevision: null, sealer },
    ports.newId,
  );
  // Whoever withdraws a version that was held has decided: nothing is left to ask.
  if (revision.verb === "revoke" && HELD.has(claim.status))
    await withdrawHeld(tx, tenantId, [claim.memoryId], actor, new Date(t));
  await appendAudit(tx, call, {
    auditId: ports.newId("aud"),
    at: ports.clock.now(),
    action: PAST[revision.verb],
    objectType: "memory",
    objectId: claim.memoryId,
    details: {
      event_id: revision.event.eventId,
      fact_id: fact.factId,
      reason_code: code,
      // What it was worth before, so that a confirmation by mistake can be taken back.
      ...(revision.verb === "confirm" && { authority_before: claim.authority, trust_before: claim.trust }),
    },
  });
  if (revision.verb === "revoke" || revision.verb === "retract")
    await withdrawDerived(tx, ports, call, claim.memoryId);
  const memory = await readMemory(tx, tenantId, claim.memoryId, ports.clock.now());
  return {
    candidate_id: null,
    event_id: revision.event.eventId,
    outcome: "committed",
    operation,
    reason_code: code,
    reason: reasonSentence(code),
    gates: [],
    utility: null,
    memory,
    superseded: [],
    conflicts_with: [],
    approval_id: null,
    indexing: "pending",
  };
}

/** States in which a version waits for somebody. */
const HELD = new Set<Status>(["candidate", "pending_approval", "quarantined"]);

const PAST: Record<ClaimVerb, string> = {
  confirm: "memory.confirmed",
  retract: "memory.retracted",
  revoke: "memory.revoked",
  expire: "memory.expired",
  restore: "memory.restored",
};

export function illegal(verb: string, status: string): EngineError {
  return new EngineError(
    "illegal_transition",
    `A memory that is ${status.replace("_", " ")} cannot be changed by ${verb}.`,
  );
}

/** As much as a doubtful statement is worth, and observed at most: it lifts a guess, and nothing that is more already. */
function hear(
  claim: StoredClaim,
  policy: WritePolicy,
): { change: ClaimChange; operation: Decision["operation"]; code: string } {
  const guess = claim.confirmation === "inferred";
  const authority = Math.max(claim.authority, policy.hedgedStatementAuthority);
  return {
    change: {
      memoryId: claim.memoryId,
      ...(guess ? { confirmation: "observed" as const, claim: { authority } } : {}),
      ...(guess ? { trust: Math.max(claim.trust, policy.sources.user_statement.trust) } : {}),
    },
    operation: "CONFIRM",
    code: "reference_not_found",
  };
}

async function decideChange(
  tx: Tx,
  tenantId: string,
  revision: Revision,
  claim: StoredClaim,
  t: number,
  policy: WritePolicy,
): Promise<{ change: ClaimChange; operation: Decision["operation"]; code: string }> {
  const { memoryId } = claim;
  switch (revision.verb) {
    case "confirm": {
      if (revision.hearsay) return hear(claim, policy);
      const base = policy.sources.user_confirmation;
      return {
        change: {
          memoryId,
          confirmation: "confirmed",
          claim: { authority: Math.max(claim.authority, base.authority) },
          trust: Math.max(claim.trust, base.trust),
        },
        operation: "CONFIRM",
        code: "confirmed",
      };
    }
    case "retract":
      return {
        change: { memoryId, claim: { state: "gone" }, status: "revoked", statusReason: "retracted" },
        operation: "RETRACT",
        code: "retracted",
      };
    case "revoke":
      return {
        change: {
          memoryId,
          claim: { state: "hole" },
          confirmation: "revoked",
          status: "revoked",
          statusReason: "revoked",
        },
        operation: "RETRACT",
        code: "revoked",
      };
    case "expire": {
      const at = revision.at?.getTime() ?? t;
      if (at <= claim.from || (claim.to !== null && at > claim.to)) {
        throw new EngineError(
          "invalid_range",
          "The end must lie inside the time in which the memory holds.",
          {
            fields: [{ path: "at", message: "must lie inside the memory's validity" }],
          },
        );
      }
      return {
        change: {
          memoryId,
          claim: { state: "ended", endedAt: at },
          statusReason: at <= t ? "expired" : "expiry_set",
        },
        operation: "EXPIRE",
        code: at <= t ? "expired" : "expiry_set",
      };
    }
    case "restore": {
      const before = await readConfirmationBefore(tx, tenantId, memoryId);
      return {
        change: {
          memoryId,
          claim: { state: claim.endedAt === null ? "held" : "ended" },
          ...(claim.confirmation === "revoked" ? { confirmation: before ?? "observed" } : {}),
          statusReason: "restored",
        },
        operation: "ADD",
        code: "restored",
      };
    }
  }
}
