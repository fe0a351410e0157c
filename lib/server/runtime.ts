import { keepWithin } from "@/lib/platform/keep-within";
import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { createEngine } from "@/lib/engine/create-engine";
import type { Engine } from "@/lib/engine/engine";
import type { Embedder, EnginePorts } from "@/lib/engine/ports";
import { chooseEmbedders, chooseExtractionModel } from "@/lib/inference/choose-models";
import { startWorker, type Worker } from "@/lib/jobs/start-worker";
import { type Clock, systemClock } from "@/lib/platform/clock";
import { dataDirectory, type Environment, isBuildPhase, readEnvironment } from "@/lib/platform/env";
import { createContentCipher } from "@/lib/platform/content-cipher";
import { createSigner } from "@/lib/platform/hashing";
import { createId } from "@/lib/platform/ids";
import { createLogger, type DestinationStream, type Logger } from "@/lib/platform/logger";
import { ensureAdminKey } from "@/lib/server/ensure-admin-key";
import { readSecrets, type Secrets } from "@/lib/server/read-secrets";
import { requireSameMasterKey } from "@/lib/server/require-same-master-key";
import { copyBeforeMigration } from "@/lib/jobs/backup/copy-before-migration";
import type { BackupPlan } from "@/lib/jobs/backup/run-backups";
import { planBackups } from "@/lib/server/plan-backups";
import { requireFinishedRestore } from "@/lib/server/require-finished-restore";
import { createRuntimeKeys, type RuntimeKeys } from "@/lib/server/runtime-keys";
import { type Database, type DatabaseLocation, openDatabase } from "@/lib/store/client";
import { bindCipher } from "@/lib/store/sealing/bind-cipher";
import { type MigrationReport, migrateDatabase } from "@/lib/store/migrate";

/** Everything one running server is made of. */
export interface Runtime {
  database: Database;
  engine: Engine;
  clock: Clock;
  environment: Environment;
  logger: Logger;
  keys: RuntimeKeys;
  secrets: Secrets;
  embedder: Embedder | null;
  /** Whether the embedder has answered yet: "loading" until its first answer, then "ok" or "failed". */
  embedderState(): "off" | "loading" | "ok" | "failed";
  migrations: MigrationReport;
  backups: BackupPlan | null;
  worker: Worker | null;
  admin: {
    /** Keyed digest of the installation's admin key. */
    digest: string;
    /** The key itself, in the one process that has just made it. */
    generated: string | null;
  };
  /** Whether demo data and its accounts are on. */
  demo: boolean;
  startedAt: Date;
  /** Stops the worker and closes the database. Safe to call twice. */
  stop(): Promise<void>;
}

export interface RuntimeOptions {
  environment?: Environment;
  /** Embedded database: null keeps it in memory. */
  dataDir?: string | null;
  /** Server database. */
  url?: string;
  /** A database that is open and migrated already; it is not closed by `stop`. */
  database?: Database;
  clock?: Clock;
  embedder?: Embedder | null;
  demo?: boolean;
  /** Off in tests and commands, which run due work themselves. */
  worker?: boolean;
  secrets?: Secrets;
  /** Where backups go; null makes none and keeps no ledger of erasures. Planned from the environment when left out. */
  backups?: BackupPlan | null;
  /** Opened by the restore itself, which has not erased again yet what was erased since the backup. */
  restoring?: boolean;
  /** Where the log goes; standard output when left out. */
  log?: DestinationStream;
  /** For tests that let the process die in the middle of a write. */
  reached?: EnginePorts["reached"];
}

/** The composition root: the one place that knows which part is made from which. */
export async function createRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  if (isBuildPhase()) throw new Error("a build must not open the database");
  const environment = options.environment ?? readEnvironment();
  const logger = createLogger(environment.KEEPSAKE_LOG_LEVEL, options.log);
  const clock = options.clock ?? systemClock;
  const location = locate(environment, options);
  const dataDir = location.kind === "embedded" ? location.dataDir : null;
  const secrets = options.secrets ?? readSecrets(environment, location);
  const keys = createRuntimeKeys(secrets.masterKey);

  const opened = options.database ?? (await openDatabase(location));
  const database = bindCipher(opened, createContentCipher(secrets.masterKey));
  try {
    if (dataDir !== null && !options.database) await copyBeforeMigration({ database, clock }, dataDir);
    const migrations = await migrateDatabase(database);
    if (!options.restoring) await requireFinishedRestore(database);
    await requireSameMasterKey(database, secrets.masterKey, clock.now());
    const backups = planOf(options, environment, secrets, dataDir);
    const now = () => clock.now();
    const { embedder, others } =
      options.embedder !== undefined
        ? { embedder: options.embedder, others: [] }
        : chooseEmbedders(environment, now);
    const engine = createEngine(database, {
      clock,
      newId: (prefix) => createId(prefix, clock.now()),
      randomBytes: (length) => new Uint8Array(randomBytes(length)),
      elapsed: () => performance.now(),
      within: keepWithin,
      keys: keys.tenant,
      embedder,
      otherEmbedders: others,
      extractionModel: chooseExtractionModel(environment, now),
      signer: createSigner(secrets.masterKey, "receipt"),
      erasures: backups?.ledger ?? null,
      ...(options.reached && { reached: options.reached }),
      report: logger,
    });
    const admin = await ensureAdminKey({ database, environment, keys, clock });
    const worker =
      options.worker !== false && environment.KEEPSAKE_WORKER === "inline"
        ? startWorker({
            database,
            engine,
            clock,
            logger,
            backups,
            rewrite: { everyHours: environment.KEEPSAKE_REWRITE_EVERY_HOURS || null },
          })
        : null;
    const demo = options.demo ?? decideDemo(environment, dataDir !== null);
    let stopped: Promise<void> | null = null;
    return {
      database,
      engine,
      clock,
      environment,
      logger,
      keys,
      secrets,
      embedder,
      embedderState: watchEmbedder(embedder, options.worker !== false, logger),
      migrations,
      backups,
      worker,
      admin,
      demo,
      startedAt: clock.now(),
      stop: () => {
        stopped ??= (async () => {
          await worker?.stop();
          if (options.embedder === undefined)
            await Promise.all([embedder, ...others].map((one) => one?.close?.()));
          if (!options.database) await database.close();
        })();
        return stopped;
      },
    };
  } catch (error) {
    if (!options.database) await database.close();
    throw error;
  }
}

/** A database in memory, or one that a test handed over, has nothing beside it to keep backups in. */
function planOf(
  options: RuntimeOptions,
  environment: Environment,
  secrets: Secrets,
  dataDir: string | null,
): BackupPlan | null {
  if (options.backups !== undefined) return options.backups;
  const beside = dataDir !== null || environment.DATABASE_URL !== undefined;
  return beside && !options.database ? planBackups(environment, secrets.masterKey) : null;
}

function locate(environment: Environment, options: RuntimeOptions): DatabaseLocation {
  const url = options.url ?? (options.dataDir === undefined ? environment.DATABASE_URL : undefined);
  if (url) {
    const appUrl = environment.KEEPSAKE_APP_DATABASE_URL;
    return { kind: "server", url, ...(appUrl && !options.url && { appUrl }) };
  }
  const root = options.dataDir === undefined ? dataDirectory(environment) : options.dataDir;
  return { kind: "embedded", dataDir: root === null ? null : join(resolve(root), "database") };
}

/**
 * Demo accounts have a public password: they are on by themselves only for an embedded database that listens to this
 * machine alone. Anything else takes KEEPSAKE_DEMO=1.
 */
export function decideDemo(environment: Environment, embedded: boolean): boolean {
  if (environment.KEEPSAKE_DEMO !== undefined) return environment.KEEPSAKE_DEMO === "1";
  const host = environment.HOST ?? "127.0.0.1";
  return embedded && (host === "localhost" || host === "::1" || host.startsWith("127."));
}

/**
 * Loads the model in the background, so that the first recall does not wait for it, and remembers how that went. A model
 * that does not load is no reason not to start: search goes on without vectors, and says so.
 */
function watchEmbedder(embedder: Embedder | null, warmUp: boolean, logger: Logger): Runtime["embedderState"] {
  let state: ReturnType<Runtime["embedderState"]> = embedder ? "loading" : "off";
  if (embedder && warmUp) {
    embedder.embed(["ready"]).then(
      () => {
        state = "ok";
      },
      (error: unknown) => {
        state = "failed";
        logger.error({ err: error }, "the embedder does not answer; search goes on without vectors");
      },
    );
  }
  return () => state;
}

const holder = globalThis as typeof globalThis & { __keepsakeRuntime?: Promise<Runtime> };

/** The one runtime of this process; opened by the first who asks. Survives hot reloading of modules. */
export function getRuntime(): Promise<Runtime> {
  holder.__keepsakeRuntime ??= createRuntime().catch((error: unknown) => {
    // The next caller tries again: a database that was late is not down for ever.
    delete holder.__keepsakeRuntime;
    throw error;
  });
  return holder.__keepsakeRuntime;
}

/** Lets a test serve requests with a runtime of its own. */
export function setRuntime(runtime: Runtime): void {
  holder.__keepsakeRuntime = Promise.resolve(runtime);
}
