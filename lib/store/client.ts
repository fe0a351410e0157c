import { mkdir } from "node:fs/promises";
import type { PGlite } from "@electric-sql/pglite";
import type { ExtractTablesWithRelations } from "drizzle-orm";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import type { PgQueryResultHKT, PgTransaction } from "drizzle-orm/pg-core";
import { drizzle as drizzlePostgres } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import { hideParameters } from "@/lib/platform/hide-parameters";
import { type DirectoryLock, lockDirectory } from "@/lib/store/lock-directory";
import { bindChannel, type Channel } from "@/lib/store/channel";
import { holdStatements } from "@/lib/store/hold-statements";
import { type Lost, prepareStatements } from "@/lib/store/prepare-statements";
import { sendTogether } from "@/lib/store/send-together";
import { enterRole, requireTenantId, type RoleStatus, readRoleStatus } from "@/lib/store/enter-role";

type NoSchema = Record<string, never>;

/** One transaction of either database. Everything in lib/store takes it; nothing else can reach a row. */
export type Tx = PgTransaction<PgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>;

export interface DatabaseStatus {
  kind: "embedded" | "server";
  version: string;
  role: RoleStatus;
}

export interface Database {
  readonly kind: "embedded" | "server";
  /**
   * One transaction, one tenant, as the restricted role. The tenant is set for this transaction alone and read back.
   * @throws Error when role or tenant did not take effect: nothing is read then
   */
  withTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The restricted role without a tenant: global tables and the two look-up functions, nothing else is visible. */
  withoutTenant<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** As the owner: for migrations and maintenance, never for a request. */
  asOwner<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One statement of the owner's in no transaction: an index is made while others go on writing. */
  maintain(statement: string): Promise<void>;
  status(): Promise<DatabaseStatus>;
  close(): Promise<void>;
}

export type DatabaseLocation =
  | { kind: "embedded"; dataDir: string | null; template?: Blob }
  | { kind: "server"; url: string; appUrl?: string; connections?: number };

export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  return location.kind === "embedded" ? openEmbedded(location) : openServer(location);
}

/** The channel comes with the client that drizzle was given for this transaction. */
function withChannel(tx: Tx): Tx {
  const { client } = tx._.session as unknown as { client: { channel: Channel } };
  bindChannel(tx, client.channel);
  return tx;
}

type Runner = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Parameters are content, and an error may be printed by code that is not ours: they go no further than this. */
function hiding(run: Runner): Runner {
  return (work) =>
    run(work).catch((error: unknown) => {
      throw hideParameters(error);
    });
}

/** Work that throws at once is refused like any other: the settings' own answer is still waited for. */
const begin = async <T>(work: (tx: Tx) => Promise<T>, tx: Tx): Promise<T> => work(tx);

function makeDatabase(
  kind: Database["kind"],
  runAsApp: Runner,
  runAsOwner: Runner,
  runAlone: (statement: string) => Promise<unknown>,
  close: () => Promise<void>,
): Database {
  const asApp = hiding(runAsApp);
  const asOwner = hiding(runAsOwner);
  return {
    kind,
    withTenant: (tenantId, work) =>
      asApp(async (tx) => {
        requireTenantId(tenantId);
        // The work's first statements go out behind the settings, in one round trip. Whatever they bring back, nothing
        // is returned, thrown or committed before the settings were read back.
        const [, done] = await sendTogether([enterRole(tx, tenantId), begin(work, tx)]);
        return done;
      }),
    withoutTenant: (work) =>
      asApp(async (tx) => {
        const [, done] = await sendTogether([enterRole(tx, null), begin(work, tx)]);
        return done;
      }),
    asOwner,
    maintain: async (statement) => {
      await runAlone(statement);
    },
    status: () => asApp(async (tx) => ({ kind, ...(await readRoleStatus(tx)) })),
    close,
  };
}

async function openEmbedded(location: { dataDir: string | null; template?: Blob }): Promise<Database> {
  const lock: DirectoryLock | null = location.dataDir === null ? null : await lockDirectory(location.dataDir);
  try {
    // Loaded here, not at the top: a server database needs none of the wasm.
    const { PGlite: Pglite } = await import("@electric-sql/pglite");
    const { vector } = await import("@electric-sql/pglite-pgvector");
    const { btree_gist } = await import("@electric-sql/pglite/contrib/btree_gist");
    if (location.dataDir !== null) await mkdir(location.dataDir, { recursive: true });
    const client: PGlite = await Pglite.create({
      ...(location.dataDir === null ? {} : { dataDir: location.dataDir }),
      ...(location.template ? { loadDataDir: location.template } : {}),
      extensions: { vector, btree_gist },
      relaxedDurability: false,
    });
    const handle = drizzlePglite(holdStatements(client));
    const run: Runner = (work) => handle.transaction((tx) => work(withChannel(tx as unknown as Tx)));
    const alone = (statement: string) => client.exec(statement);
    return makeDatabase("embedded", run, run, alone, async () => {
      await client.close();
      await lock?.release();
    });
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

async function openServer(location: {
  url: string;
  appUrl?: string;
  connections?: number;
}): Promise<Database> {
  const { default: postgres } = await import("postgres");
  const lost: Lost = new Map();
  let ended = false;
  const connect = (url: string, max: number): Sql =>
    postgres(url, {
      max,
      idle_timeout: 30,
      connect_timeout: 10,
      onnotice: () => {},
      onclose: (id: number) => lost.get(id)?.(new Error("the connection to the database was lost")),
      connection: { application_name: "keepsake" },
    });
  const owner = connect(location.url, location.appUrl ? 2 : (location.connections ?? 10));
  const app = location.appUrl ? connect(location.appUrl, location.connections ?? 10) : owner;
  const ownerHandle = drizzlePostgres(prepareStatements(owner, lost));
  const appHandle = app === owner ? ownerHandle : drizzlePostgres(prepareStatements(app, lost));
  const runOn =
    (handle: typeof ownerHandle): Runner =>
    async (work) => {
      // The driver would wait for a connection for ever.
      if (ended) throw new Error("the database is closed");
      return handle.transaction((tx) => work(withChannel(tx as unknown as Tx)));
    };
  const alone = (statement: string) => owner.unsafe(statement);
  return makeDatabase("server", runOn(appHandle), runOn(ownerHandle), alone, async () => {
    ended = true;
    await app.end({ timeout: 5 });
    if (app !== owner) await owner.end({ timeout: 5 });
  });
}
