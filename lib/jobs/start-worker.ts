import { writeCheckpoints } from "@/lib/jobs/audit/checkpoints";
import type { Engine } from "@/lib/engine/engine";
import { type BackupPlan, runBackups } from "@/lib/jobs/backup/run-backups";
import { type RewritePlan, runRewrite } from "@/lib/jobs/rewrite/run-rewrite";
import type { Clock } from "@/lib/platform/clock";
import type { Logger } from "@/lib/platform/logger";
import type { Database } from "@/lib/store/client";
import { pruneIdempotencyKeys } from "@/lib/store/principals/idempotency-keys";
import { arrangeNearIndexes } from "@/lib/store/search/arrange-near-indexes";
import { listTenants } from "@/lib/store/principals/tenants";

const INTERVAL_MS = 1_000;
/** Memories indexed in one turn that mean that there are more. */
const MUCH_INDEXED = 64;
const PRUNE_EVERY_MS = 3_600_000;
const BACKUPS_EVERY_MS = 60_000;
const ARRANGE_EVERY_MS = 600_000;
const KEEP_ANSWERS_MS = 48 * 3_600_000;

export interface Worker {
  /** When the last round ended, and whether every tenant's work went well. */
  lastRound(): { at: Date; failures: number } | null;
  /** Waits for the round in hand. */
  stop(): Promise<void>;
}

/**
 * Does what committed changes still owe: indexing left over, deletions that are due, audit links. One round at a time,
 * the next one a second after the last has ended; a tenant that fails does not hold up the others. Indexing and readings
 * take as long as their models do, backups and the indexes of large scopes as long as the data is large, so they have
 * lanes of their own: no erasure waits for one.
 */
export function startWorker(input: {
  database: Database;
  engine: Engine;
  clock: Clock;
  logger: Logger;
  backups: BackupPlan | null;
  /** When the files in which erased rows lay are written anew; never when left out. */
  rewrite?: RewritePlan;
}): Worker {
  const { database, engine, clock, logger, backups, rewrite = { everyHours: null } } = input;
  let last: { at: Date; failures: number } | null = null;
  let stopped = false;
  let prunedAt = 0;
  const seen = new Map<string, number>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let arrangedAt = Number.NEGATIVE_INFINITY;
  const lanes = [runRound, runIndexing, runReadings, runCopies, runArranging].map(startLane);

  /** As long as it has much to do it goes on at once; turn by turn, so that no tenant waits for all of another's. */
  async function runIndexing(): Promise<boolean> {
    let busy = false;
    try {
      for (const { tenantId } of await database.withoutTenant((tx) => listTenants(tx))) {
        if (stopped) return false;
        try {
          const { indexed, reindexed } = await engine.runDueIndexing(tenantId);
          busy ||= Math.max(indexed, reindexed) >= MUCH_INDEXED;
        } catch (error) {
          logger.error({ err: error, tenantId }, "indexing failed; it will be tried again");
        }
      }
    } catch (error) {
      logger.error({ err: error }, "the worker could not read the tenants; it will try again");
    }
    return busy;
  }

  async function runCopies(): Promise<void> {
    const now = clock.now().getTime();
    if (backups === null || now - lookedAt < BACKUPS_EVERY_MS) return;
    lookedAt = now;
    const { path, signer } = backups.checkpoints;
    await writeCheckpoints(database, signer, path, clock.now(), { seen }).catch((error: unknown) => {
      logger.error(
        { err: error },
        "the places of the audit chains could not be written down; it will be tried again",
      );
    });
    await runBackups({ database, clock, logger }, backups).catch((error: unknown) => {
      logger.error({ err: error }, "backups could not be looked after; it will be tried again");
    });
  }

  /**
   * Large scopes get an index of their vectors, and lose it when they are large no more; what was erased leaves the files.
   * Minutes of work, now and then.
   */
  async function runArranging(): Promise<void> {
    const now = clock.now().getTime();
    if (now - arrangedAt < ARRANGE_EVERY_MS) return;
    arrangedAt = now;
    try {
      for (const { tenantId } of await database.withoutTenant((tx) => listTenants(tx))) {
        if (stopped) break;
        await arrangeNearIndexes(database, tenantId);
      }
      if (!stopped) await runRewrite({ database, clock, logger }, rewrite);
    } catch (error) {
      logger.error({ err: error }, "indexes or files could not be arranged; it will be tried again");
    }
  }

  async function runReadings(): Promise<void> {
    try {
      for (const { tenantId } of await database.withoutTenant((tx) => listTenants(tx))) {
        if (stopped) break;
        await engine.runDueExtractions(tenantId).catch((error: unknown) => {
          logger.error({ err: error, tenantId }, "readings failed; they will be tried again");
        });
      }
    } catch (error) {
      logger.error({ err: error }, "the worker could not read the tenants; it will try again");
    }
  }

  async function runRound(): Promise<void> {
    let failures = 0;
    try {
      const tenants = await database.withoutTenant((tx) => listTenants(tx));
      const now = clock.now();
      const prune = now.getTime() - prunedAt >= PRUNE_EVERY_MS;
      if (prune) prunedAt = now.getTime();
      for (const { tenantId } of tenants) {
        if (stopped) break;
        try {
          await engine.runDueWork(tenantId, { indexing: false });
          if (prune) {
            const before = new Date(now.getTime() - KEEP_ANSWERS_MS);
            await database.withTenant(tenantId, (tx) => pruneIdempotencyKeys(tx, tenantId, before));
          }
        } catch (error) {
          failures++;
          logger.error({ err: error, tenantId }, "due work failed; it will be tried again");
        }
      }
    } catch (error) {
      failures++;
      logger.error({ err: error }, "the worker could not read the tenants; it will try again");
    }
    last = { at: clock.now(), failures };
  }

  return {
    lastRound: () => last,
    stop: async () => {
      stopped = true;
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

/** Runs `work` over and over, each time a second after it has ended; at once when it says that much is left. */
function startLane(work: () => Promise<unknown>): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let round: Promise<void> = Promise.resolve();
  function schedule(more: unknown): void {
    if (stopped) return;
    timer = setTimeout(
      () => {
        round = work().then(schedule);
      },
      more === true ? 0 : INTERVAL_MS,
    );
    timer.unref();
  }
  schedule(false);
  return {
    stop: async () => {
      stopped = true;
      if (timer) clearTimeout(timer);
      await round;
    },
  };
}
