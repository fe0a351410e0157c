import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

export interface DirectoryLock {
  release(): Promise<void>;
}

export class DirectoryLockedError extends Error {
  readonly pid: number;
  constructor(dataDir: string, pid: number) {
    super(
      `The data directory ${dataDir} is in use by process ${pid}. One process at a time may open the embedded database: ` +
        `stop that one first, or set KEEPSAKE_DATA_DIR to another directory, or DATABASE_URL to a PostgreSQL server.`,
    );
    this.name = "DirectoryLockedError";
    this.pid = pid;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Start time of a process, so that a recycled pid is not taken for the holder. Null where the system does not tell. */
async function startedAt(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

/**
 * A lock beside the directory (`<dir>.lock`), made with O_EXCL before the database opens: PGlite itself lets a second
 * process in, whose clean exit then undoes acknowledged writes. Taken over only from a process that is gone, never
 * because of age.
 * @throws DirectoryLockedError naming the holder's pid
 */
export async function lockDirectory(dataDir: string): Promise<DirectoryLock> {
  const path = `${dataDir.replace(/\/+$/, "")}.lock`;
  await mkdir(dirname(path), { recursive: true });
  const mine = JSON.stringify({ pid: process.pid, started: await startedAt(process.pid) });
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      const file = await open(path, "wx", 0o600);
      await file.writeFile(mine);
      await file.close();
      return { release: () => rm(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = await readHolder(path);
    if (holder === "being-written") {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    if (
      holder &&
      isAlive(holder.pid) &&
      (holder.started === null || holder.started === (await startedAt(holder.pid)))
    ) {
      throw new DirectoryLockedError(dataDir, holder.pid);
    }
    // Of two that find a dead holder, rename lets one through; the other finds nothing to move and tries again.
    const aside = `${path}.${process.pid}`;
    await rename(path, aside).catch(() => {});
    await rm(aside, { force: true });
  }
  throw new DirectoryLockedError(dataDir, (await readHolderPid(path)) ?? 0);
}

async function readHolder(
  path: string,
): Promise<{ pid: number; started: string | null } | "being-written" | null> {
  try {
    const text = await readFile(path, "utf8");
    if (text === "") return "being-written";
    const parsed: unknown = JSON.parse(text);
    const pid = (parsed as { pid?: unknown }).pid;
    const started = (parsed as { started?: unknown }).started;
    return typeof pid === "number" ? { pid, started: typeof started === "string" ? started : null } : null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? null : "being-written";
  }
}

async function readHolderPid(path: string): Promise<number | null> {
  const holder = await readHolder(path);
  return holder && holder !== "being-written" ? holder.pid : null;
}

/** Who holds the directory now, for `keepsake doctor`; null when nobody does. */
export async function findLockHolder(dataDir: string): Promise<number | null> {
  const pid = await readHolderPid(`${dataDir.replace(/\/+$/, "")}.lock`);
  return pid !== null && isAlive(pid) ? pid : null;
}
