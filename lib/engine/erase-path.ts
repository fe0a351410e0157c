import type { Deletion } from "@/lib/contracts/deletions";
import type { Engine } from "@/lib/engine/engine";
import { retryAt } from "@/lib/engine/erase/decide-targets";
import { writeCancel } from "@/lib/engine/erase/cancel-deletion";
import { issueReceipt } from "@/lib/engine/erase/issue-receipt";
import { digestRequest, writeRequest } from "@/lib/engine/erase/request-deletion";
import { checkErased, eraseNow, replan } from "@/lib/engine/erase/run-deletion";
import { toDeletion } from "@/lib/engine/erase/to-deletion";
import { notFound } from "@/lib/engine/errors";
import type { CallContext } from "@/lib/engine/model/context";
import type { EngineDeps } from "@/lib/engine/model/deps";
import { jobCall } from "@/lib/engine/model/job-call";
import { isOperator, maySee, type Principal } from "@/lib/engine/model/principal";
import { appendAudit } from "@/lib/store/audit";
import { findAuditPosition, linkAuditEntries } from "@/lib/store/audit-chain";
import { listUnkeptErasures, markErasureKept, readErasureEntry } from "@/lib/store/backup/erasure-entry";
import type { Tx } from "@/lib/store/client";
import {
  type DeletionRecord,
  type DeletionView,
  findDeletion,
  findDeletionByRequest,
  listDeletionMemories,
  listDeletionRecords,
  listDueDeletions,
  lockDeletion,
  updateDeletion,
} from "@/lib/store/erasure/deletion-records";
import { isAnyHeld, listHeldDeletions } from "@/lib/store/erasure/hold-records";
import { listTargets, updateTargets } from "@/lib/store/erasure/deletion-targets";
import { findFilesState } from "@/lib/store/erasure/files-state";
import { findErasedMemory } from "@/lib/store/erasure/find-erased-memory";
import { type ReplicaPositions, readReplicaPositions } from "@/lib/store/erasure/probe-surroundings";
import { sqlState } from "@/lib/store/rows";

export type ErasePath = Pick<
  Engine,
  "requestDeletion" | "getDeletion" | "cancelDeletion" | "listDeletions" | "getReceipt" | "findTombstone"
> & {
  /** Runs and re-checks the deletions that are due. @returns how many it worked on */
  runDueDeletions(tenantId: string): Promise<number>;
  /** Writes erasures into the ledger outside that are not in it yet. @returns how many */
  keepErasures(tenantId: string): Promise<number>;
  /** Erases again, in a restored database, what was erased since the backup. @returns how many ran */
  reapplyErasures(tenantId: string, deletionIds: readonly string[]): Promise<number>;
  /** Links audit entries that have no place in the chain yet. @returns how many */
  linkAudit(tenantId: string): Promise<number>;
};

const MOST_DUE = 20;
const MOST_KEPT = 100;

function viewOf(principal: Principal): DeletionView {
  if (isOperator(principal) || principal.actor.kind === "job") return { kind: "tenant" };
  return { kind: "own", actorId: principal.actor.id, self: principal.self };
}

/** Forgetting for good: from the request to the receipt. */
export function createErasePath(deps: EngineDeps): ErasePath {
  const { database, ports } = deps;

  async function showAll(tx: Tx, tenantId: string, records: readonly DeletionRecord[]): Promise<Deletion[]> {
    const ids = records.map((record) => record.deletionId);
    const memories = await listDeletionMemories(tx, tenantId, ids);
    const targets = await listTargets(tx, tenantId, ids);
    const waiting = records.filter((record) => record.status === "requested");
    const held =
      waiting.length === 0
        ? new Set<string>()
        : await listHeldDeletions(
            tx,
            tenantId,
            waiting.map((record) => record.deletionId),
          );
    return records.map((record) =>
      toDeletion(
        record,
        memories.filter((memory) => memory.deletionId === record.deletionId),
        targets.filter((target) => target.deletionId === record.deletionId),
        held.has(record.deletionId),
      ),
    );
  }

  /** @throws EngineError `not_found`; also for a deletion that this caller may not know of */
  async function requireDeletion(tx: Tx, principal: Principal, deletionId: string): Promise<DeletionRecord> {
    const record = await findDeletion(tx, principal.tenantId, deletionId, viewOf(principal));
    if (!record) throw notFound("deletion");
    return record;
  }

  /** The second transaction; a trouble here leaves the deletion open for the next run, never half told as done. */
  async function check(
    call: CallContext,
    deletionId: string,
    replica: ReplicaPositions | null,
  ): Promise<void> {
    const { tenantId } = call.principal;
    await database.withTenant(tenantId, async (tx) => {
      const record = await lockDeletion(tx, tenantId, deletionId);
      if (record && record.status !== "cancelled") await checkErased(tx, deps, call, record, replica);
      ports.reached?.("looked");
    });
    ports.reached?.("checked");
  }

  async function askReplicas(tenantId: string, deletionId: string): Promise<ReplicaPositions | null> {
    const targets = await database.withTenant(tenantId, (tx) => listTargets(tx, tenantId, [deletionId]));
    const position = targets.find((target) => target.work?.position)?.work?.position;
    const copied = targets.some(
      ({ target, state }) => target === "replica" && (state === "waiting" || state === "done"),
    );
    return position && copied ? database.asOwner((tx) => readReplicaPositions(tx, position)) : null;
  }

  async function recordFailure(tenantId: string, deletionId: string, error: unknown): Promise<void> {
    // A database's message can quote a row; its code cannot.
    const code = sqlState(error) ?? "unexpected";
    ports.report.warn(
      { deletion_id: deletionId, code },
      "an erasure did not get through; it will be tried again",
    );
    await database.withTenant(tenantId, async (tx) => {
      const record = await lockDeletion(tx, tenantId, deletionId);
      if (!record || record.status === "complete" || record.status === "cancelled") return;
      const now = ports.clock.now();
      const attempts = record.attempts + 1;
      await updateDeletion(tx, tenantId, deletionId, { status: "failed", attempts, lastError: code });
      const [primary] = (await listTargets(tx, tenantId, [deletionId])).filter((t) => t.target === "primary");
      if (primary) {
        const tried = { attempts: primary.attempts + 1, due: retryAt(now, attempts) };
        await updateTargets(tx, tenantId, deletionId, [{ ...primary, state: "failed", ...tried }]);
      }
      await appendAudit(tx, jobCall(tenantId, "erasure", ports.newId("req")), {
        auditId: ports.newId("aud"),
        at: now,
        action: "deletion.failed",
        objectType: "deletion",
        objectId: deletionId,
        outcome: "failed",
        details: { attempts, code },
      });
    });
  }

  /** In the outside ledger before the caller hears that it is gone; when that fails, the next round tries again. */
  async function keepOrReport(tenantId: string): Promise<void> {
    await path.keepErasures(tenantId).catch((error: unknown) => {
      const code = sqlState(error) ?? (error as NodeJS.ErrnoException).code ?? "unexpected";
      ports.report.warn({ code }, "an erasure could not be written into the ledger outside the database yet");
    });
    ports.reached?.("kept");
  }

  async function noteKept(tenantId: string, deletionId: string): Promise<void> {
    await database.withTenant(tenantId, (tx) => markErasureKept(tx, tenantId, deletionId, ports.clock.now()));
  }

  async function runOne(tenantId: string, deletionId: string): Promise<boolean> {
    const call = jobCall(tenantId, "erasure", ports.newId("req"));
    try {
      const taken = await database.withTenant(tenantId, async (tx) => {
        const record = await lockDeletion(tx, tenantId, deletionId);
        if (!record || record.status === "cancelled") return false;
        if (record.startedAt === null) {
          const task = await replan(tx, deps, call, record);
          // Placed since it was asked for: it waits as it stands, and is looked at again.
          if (await isAnyHeld(tx, tenantId, task.plan)) return false;
          await eraseNow(tx, deps, call, record, task);
          ports.reached?.("erased");
        }
        return true;
      });
      ports.reached?.("durable");
      if (taken) await check(call, deletionId, await askReplicas(tenantId, deletionId));
      return taken;
    } catch (error) {
      await recordFailure(tenantId, deletionId, error);
      return true;
    }
  }

  /** Of a request whose answer was lost: what it began is brought to its end, and told. */
  async function finishFirst(call: CallContext, deletionId: string): Promise<Deletion> {
    const known = await path.getDeletion(call, deletionId);
    if (known.status !== "running") return known;
    await keepOrReport(call.principal.tenantId);
    await check(call, deletionId, null).catch((error: unknown) =>
      recordFailure(call.principal.tenantId, deletionId, error),
    );
    return path.getDeletion(call, deletionId);
  }

  const path: ErasePath = {
    async requestDeletion(call, input) {
      const { tenantId } = call.principal;
      const named = digestRequest(deps, call);
      const first =
        named === null || input.dry_run === true
          ? null
          : await database.withTenant(tenantId, (tx) => findDeletionByRequest(tx, tenantId, named));
      if (first !== null) return finishFirst(call, first);
      const requested = await database.withTenant(tenantId, async (tx) => {
        const request = await writeRequest(tx, deps, call, input);
        ports.reached?.("requested");
        if (request.runNow) {
          await eraseNow(tx, deps, call, request.record, request.planned);
          ports.reached?.("erased");
        }
        return request;
      });
      ports.reached?.("durable");
      if (!requested.runNow) return requested.deletion;
      const { deletionId } = requested.record;
      await keepOrReport(tenantId);
      // The words are gone and durable. What is still to be shown must not turn that into a failed request.
      await check(call, deletionId, null).catch((error: unknown) =>
        recordFailure(tenantId, deletionId, error),
      );
      return path.getDeletion(call, deletionId);
    },

    async getDeletion(call, deletionId) {
      const { tenantId } = call.principal;
      return database.withTenant(tenantId, async (tx) => {
        const record = await requireDeletion(tx, call.principal, deletionId);
        const [shown] = await showAll(tx, tenantId, [record]);
        if (!shown) throw notFound("deletion");
        return shown;
      });
    },

    async cancelDeletion(call, deletionId) {
      const { tenantId } = call.principal;
      await database.withTenant(tenantId, async (tx) => {
        const seen = await requireDeletion(tx, call.principal, deletionId);
        await writeCancel(tx, deps, call, seen);
      });
      await keepOrReport(tenantId);
      return path.getDeletion(call, deletionId);
    },

    async listDeletions(call, page) {
      const { tenantId } = call.principal;
      return database.withTenant(tenantId, async (tx) => {
        const limit = Math.max(1, Math.min(200, page.limit));
        const { records, total } = await listDeletionRecords(tx, tenantId, viewOf(call.principal), {
          before: page.cursor ?? null,
          limit: limit + 1,
        });
        const items = records.slice(0, limit);
        return {
          items: await showAll(tx, tenantId, items),
          next_cursor: records.length > limit ? (items.at(-1)?.deletionId ?? null) : null,
          total,
        };
      });
    },

    async getReceipt(call, deletionId) {
      const { tenantId } = call.principal;
      await database.withTenant(tenantId, (tx) => requireDeletion(tx, call.principal, deletionId));
      await path.linkAudit(tenantId);
      return database.withTenant(tenantId, async (tx) => {
        const record = await requireDeletion(tx, call.principal, deletionId);
        const memories = await listDeletionMemories(tx, tenantId, [deletionId]);
        const targets = await listTargets(tx, tenantId, [deletionId]);
        const position = await findAuditPosition(tx, tenantId, "deletion", deletionId);
        const held =
          record.status === "requested" && (await listHeldDeletions(tx, tenantId, [deletionId])).size > 0;
        return issueReceipt(ports, tenantId, record, memories, targets, position, {
          files: await findFilesState(tx),
          onHold: held,
        });
      });
    },

    async findTombstone(call, memoryId) {
      const { principal } = call;
      return database.withTenant(principal.tenantId, async (tx) => {
        const erased = await findErasedMemory(tx, principal.tenantId, memoryId);
        if (!erased) return null;
        const couldSee =
          maySee(principal, erased) || (principal.self !== null && erased.concerned === principal.self);
        if (!couldSee) return null;
        return {
          memory_id: erased.memoryId,
          fact_id: erased.factId,
          deleted_at: erased.deletedAt.toISOString(),
          deletion_id: erased.deletionId,
        };
      });
    },

    async runDueDeletions(tenantId) {
      const due = await database.withTenant(tenantId, (tx) =>
        listDueDeletions(tx, tenantId, ports.clock.now(), MOST_DUE),
      );
      let ran = 0;
      for (const deletionId of due) if (await runOne(tenantId, deletionId)) ran += 1;
      await path.keepErasures(tenantId);
      if (ran > 0) ports.reached?.("kept");
      return ran;
    },

    async keepErasures(tenantId) {
      const keeper = ports.erasures;
      if (!keeper) return 0;
      const unkept = await database.withTenant(tenantId, (tx) => listUnkeptErasures(tx, tenantId, MOST_KEPT));
      for (const deletionId of unkept) {
        const entry = await database.withTenant(tenantId, (tx) => readErasureEntry(tx, tenantId, deletionId));
        if (entry === null) continue;
        await keeper.keep(entry);
        await noteKept(tenantId, deletionId);
      }
      return unkept.length;
    },

    async reapplyErasures(tenantId, deletionIds) {
      let ran = 0;
      for (const deletionId of deletionIds) if (await runOne(tenantId, deletionId)) ran += 1;
      return ran;
    },

    async linkAudit(tenantId) {
      const limit = 2_000;
      let linked = 0;
      for (;;) {
        const now = ports.clock.now();
        const count = await database.withTenant(tenantId, (tx) => linkAuditEntries(tx, tenantId, now, limit));
        linked += count;
        if (count < limit) return linked;
      }
    },
  };
  return path;
}
