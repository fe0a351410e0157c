import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
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

interface ProcessState {
  /** So that a recycled pid is not taken for the holder. */
  started: string | null;
  /** Killed or ended, though its number is not free yet: nobody has asked how it ended. */
  ending: boolean;
}

/** The kernel's flag for a process that is on its way out (PF_EXITING in linux/sched.h). */
const EXITING = 0x4;

/** What the system tells of a process (proc(5), stat); null where it does not tell. */
async function readState(pid: number): Promise<ProcessState | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return {
      started: fields[19] ?? null,
      ending: /^[ZX]$/.test(fields[0] ?? "") || (Number(fields[6]) & EXITING) !== 0,
    };
  } catch {
    return null;
  }
}

/** One whose threads have all ended writes nothing any more, even when its parent never buries it. */
async function hasEnded(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const states = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, "utf8").catch(() => null)),
  );
  // No threads to be seen: the system does not tell, or the process has just gone, which its number tells next.
  return (
    threads.length > 0 &&
    states.every((stat) => stat === null || /^[ZX]$/.test(stat[stat.lastIndexOf(")") + 2] ?? ""))
  );
}

/** How long a holder that is on its way out is waited for, in ms: a killed process with much memory takes its time. */
const LONGEST_ENDING_MS = 20_000;
const LOOK_AGAIN_MS = 50;

/** Whether the holder still holds. One that is just ending is waited for. */
async function stillHolds(holder: { pid: number; started: string | null }): Promise<boolean> {
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    if (!isAlive(holder.pid)) return false;
    const state = await readState(holder.pid);
    if (holder.started !== null && state?.started !== holder.started) return false;
    if (!state?.ending || waited >= LONGEST_ENDING_MS) return true;
    if (await hasEnded(holder.pid)) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
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
  const mine = JSON.stringify({ pid: process.pid, started: (await readState(process.pid))?.started ?? null });
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
    if (holder && (await stillHolds(holder))) throw new DirectoryLockedError(dataDir, holder.pid);
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
  return pid !== null && isAlive(pid) && !(await hasEnded(pid)) ? pid : null;
}
