import type { Hold, HoldState } from "@/lib/contracts/holds";
import type { Engine } from "@/lib/engine/engine";
import { EngineError, notFound } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { hasRole, isOperator } from "@/lib/engine/model/principal";
import { maskSecrets } from "@/lib/engine/policy/detect-secrets";
import { appendAudit } from "@/lib/store/audit";
import type { Tx } from "@/lib/store/client";
import { insertHold, listHolds, moveHold } from "@/lib/store/erasure/hold-records";

export type HoldPath = Pick<
  Engine,
  "listHolds" | "placeHold" | "approveHold" | "declineHold" | "releaseHold"
>;

/**
 * What must not be erased for now. One person proposes a hold and another puts it in force; one asks for its release and
 * another grants it: nobody keeps somebody's memories, or lets go of evidence, alone. While it holds, a deletion of what
 * it covers is written down and hidden from agents, and runs by itself when the hold ends.
 */
export function createHoldPath(deps: EngineDeps): HoldPath {
  const { database, ports } = deps;

  function requireKeeper(call: CallContext): void {
    if (call.principal.actor.kind === "user" && hasRole(call.principal, "privacy_officer", "admin")) return;
    throw new EngineError("not_entitled", "Only a privacy officer or an administrator may do this.");
  }

  async function show(tx: Tx, tenantId: string, holdId: string): Promise<Hold> {
    const [hold] = await listHolds(tx, tenantId, holdId);
    if (!hold) throw notFound("hold");
    return hold;
  }

  function audit(tx: Tx, call: CallContext, holdId: string, action: string): Promise<void> {
    return appendAudit(tx, call, {
      auditId: ports.newId("aud"),
      at: ports.clock.now(),
      action,
      objectType: "hold",
      objectId: holdId,
      details: {},
    });
  }

  /** One step by somebody who did not take the one before. */
  function step(
    call: CallContext,
    holdId: string,
    action: string,
    decide: (
      hold: Hold,
      now: Date,
    ) => { from: HoldState; notBy: string | null; change: Parameters<typeof moveHold>[4] },
  ): Promise<Hold> {
    requireKeeper(call);
    const { tenantId, actor } = call.principal;
    return database.withTenant(tenantId, async (tx) => {
      const hold = await show(tx, tenantId, holdId);
      const { from, notBy, change } = decide(hold, ports.clock.now());
      if (hold.state !== from)
        throw new EngineError(
          "illegal_transition",
          `This hold is ${hold.state}; that needs one that is ${from}.`,
        );
      if (notBy === actor.id)
        throw new EngineError("not_entitled", "Another person than the one who asked for it decides this.");
      if (!(await moveHold(tx, tenantId, holdId, from, change)))
        throw new EngineError("stale_revision", "Somebody else has just decided this. Read it again.");
      await audit(tx, call, holdId, action);
      return show(tx, tenantId, holdId);
    });
  }

  return {
    async listHolds(call) {
      if (!isOperator(call.principal)) throw new EngineError("not_entitled", "Only an operator sees these.");
      const { tenantId } = call.principal;
      const items = await database.withTenant(tenantId, (tx) => listHolds(tx, tenantId));
      return { items, next_cursor: null, total: items.length };
    },

    async placeHold(call, input) {
      requireKeeper(call);
      const { tenantId, actor } = call.principal;
      const holdId = ports.newId("hld");
      return database.withTenant(tenantId, async (tx) => {
        await insertHold(tx, {
          tenantId,
          holdId,
          scope: input.scope ?? null,
          subject: input.subject ?? null,
          reasonCode: input.reason_code,
          reference: input.reference === undefined ? null : maskSecrets(input.reference).text,
          state: "proposed",
          placedById: actor.id,
          placedAt: ports.clock.now(),
        });
        await audit(tx, call, holdId, "hold.proposed");
        return show(tx, tenantId, holdId);
      });
    },

    approveHold: (call, holdId) =>
      step(call, holdId, "hold.placed", (hold, now) => ({
        from: "proposed",
        notBy: hold.placed_by.id,
        change: { state: "active", decidedById: call.principal.actor.id, decidedAt: now },
      })),

    declineHold: (call, holdId) =>
      step(call, holdId, "hold.declined", (_hold, now) => ({
        from: "proposed",
        // Whoever proposed it may take it back.
        notBy: null,
        change: { state: "declined", decidedById: call.principal.actor.id, decidedAt: now },
      })),

    async releaseHold(call, holdId) {
      requireKeeper(call);
      const { tenantId, actor } = call.principal;
      const { state } = await database.withTenant(tenantId, (tx) => show(tx, tenantId, holdId));
      return state === "releasing"
        ? step(call, holdId, "hold.released", (hold, now) => ({
            from: "releasing",
            notBy: hold.release_asked_by?.id ?? null,
            change: { state: "released", releasedById: actor.id, releasedAt: now },
          }))
        : step(call, holdId, "hold.release_asked", (_hold, now) => ({
            from: "active",
            notBy: null,
            change: { state: "releasing", releaseAskedById: actor.id, releaseAskedAt: now },
          }));
    },
  };
}
