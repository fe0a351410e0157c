import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DirectoryLockedError, findLockHolder, lockDirectory } from "@/lib/store/lock-directory";

let folder: string;
let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keepsake-lock-"));
  dataDir = join(folder, "database");
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

/** Another process that takes the lock and says how it went, and how long that took. */
async function startHolder(): Promise<{ child: ChildProcess; said: Record<string, unknown> }> {
  const script = `
    const { lockDirectory } = await import(${JSON.stringify(resolve("lib/store/lock-directory.ts"))});
    const start = performance.now();
    try {
      await lockDirectory(${JSON.stringify(dataDir)});
      console.log(JSON.stringify({ locked: true }));
      setInterval(() => {}, 1000);
    } catch (error) {
      console.log(JSON.stringify({ locked: false, message: error.message, pid: error.pid, ms: performance.now() - start }));
    }`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  return { child, said: JSON.parse(line.toString()) as Record<string, unknown> };
}

test("a second process is refused at once, and told which process holds the directory", async () => {
  const first = await startHolder();
  expect(first.said).toEqual({ locked: true });
  const second = await startHolder();
  expect(second.said).toMatchObject({ locked: false, pid: first.child.pid });
  expect(second.said.message).toContain(String(first.child.pid));
  expect(second.said.message).toContain("KEEPSAKE_DATA_DIR");
  expect(second.said.ms).toBeLessThan(2_000);
  expect(await findLockHolder(dataDir)).toBe(first.child.pid);
}, 60_000);

test("the lock of a process that was killed is taken over, however it ended", async () => {
  const first = await startHolder();
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  expect(await findLockHolder(dataDir)).toBeNull();
  const second = await startHolder();
  expect(second.said).toEqual({ locked: true });
  await expect(lockDirectory(dataDir)).rejects.toThrow(DirectoryLockedError);
}, 60_000);

test("a killed holder whose parent never asked how it ended holds nothing any more", async () => {
  // A shell that became another program and never buries what it started, as a careless supervisor would.
  const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(parent);
  const [line] = (await once(parent.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  const pid = Number(line.toString());
  await writeFile(`${dataDir}.lock`, JSON.stringify({ pid, started: null }));
  await expect(lockDirectory(dataDir)).rejects.toThrow(`process ${pid}`);
  process.kill(pid, "SIGKILL");
  const lock = await lockDirectory(dataDir);
  // Still there for the system, as one that waits to be buried.
  expect(() => process.kill(pid, 0)).not.toThrow();
  await lock.release();
});

test("a living process that merely has the same number is not taken for the holder", async () => {
  // This very process is alive under this pid, and did not start when the lock says.
  await writeFile(`${dataDir}.lock`, JSON.stringify({ pid: process.pid, started: "1" }));
  const lock = await lockDirectory(dataDir);
  expect(JSON.parse(await readFile(`${dataDir}.lock`, "utf8"))).toMatchObject({ pid: process.pid });
  await lock.release();
});

test("a living holder is never robbed, however old its lock is, and a released directory is free", async () => {
  const lock = await lockDirectory(dataDir);
  await expect(lockDirectory(dataDir)).rejects.toThrow(`process ${process.pid}`);
  await lock.release();
  const again = await lockDirectory(dataDir);
  await again.release();
});

test("of many that find a dead holder, exactly one gets the directory", async () => {
  const first = await startHolder();
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  const holders = await Promise.all(Array.from({ length: 4 }, startHolder));
  expect(holders.filter(({ said }) => said.locked === true)).toHaveLength(1);
}, 120_000);
