import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { mkdir, open, readFile, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { sha256Hex } from "@/lib/platform/hashing";
import { keyName } from "@/lib/platform/sealed-lines";
import type { ErasureEntry } from "@/lib/store/backup/erasure-entry";

/** Where the ledger stood: a backup says it, and a ledger that does not contain the place is not the right one. */
export interface LedgerPosition {
  entries: number;
  hash: string;
}

export interface ErasureLedger {
  /** Resolves once the entry is on the disk. */
  keep(entry: ErasureEntry): Promise<void>;
  position(): Promise<LedgerPosition>;
}

const STALE_MS = 10_000;
const NONCE = 12;
const TAG = 16;
const START = "keepsake erasure ledger";

/**
 * Which erasures ran, in a file beside the backups: a line each, encrypted and bound to the line before it, so that none
 * can be changed, left out or moved unseen. It holds ids and keyed digests, and no words.
 * @param key of the backups
 */
export function createErasureLedger(path: string, key: Uint8Array): ErasureLedger {
  // One writer at a time: a line is bound to the one before it.
  let queue: Promise<unknown> = Promise.resolve();
  const oneByOne = <T>(work: () => Promise<T>): Promise<T> => {
    const next = queue.then(work, work);
    queue = next.catch(() => {});
    return next;
  };
  return {
    keep: (entry) =>
      oneByOne(async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const release = await lockFile(`${path}.lock`);
        try {
          const { hash, unfinished } = await readLedger(path, key);
          const line = sealLine(key, hash, JSON.stringify(entry));
          const file = await open(path, "a", 0o600);
          // A line that a crash cut short is ended first: it is skipped from then on.
          await file.write(`${unfinished ? "\n" : ""}${line}\n`);
          await file.sync();
          await file.close();
        } finally {
          await release();
        }
      }),
    position: () =>
      oneByOne(async () => {
        const { entries, hash } = await readLedger(path, key);
        return { entries: entries.length, hash };
      }),
  };
}

export interface LedgerContent {
  entries: ErasureEntry[];
  /** After each entry; the last one is where the ledger stands. */
  hashes: string[];
  hash: string;
  unfinished: boolean;
}

/**
 * All of a ledger; empty when there is no file.
 * @throws Error when a line does not open or does not follow the one before it
 */
export async function readLedger(path: string, key: Uint8Array): Promise<LedgerContent> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  let hash = sha256Hex(START, keyName(key));
  const entries: ErasureEntry[] = [];
  const hashes: string[] = [];
  let broken: number | null = null;
  for (const [index, line] of lines.entries()) {
    const opened = openLine(key, hash, line);
    if (opened === null) {
      broken ??= index + 1;
      continue;
    }
    broken = null;
    entries.push(JSON.parse(opened) as ErasureEntry);
    hash = sha256Hex(hash, line);
    hashes.push(hash);
  }
  // What follows a half line is bound to the last whole one; anything else that does not open was changed.
  if (broken !== null) {
    throw new Error(`${path} does not hold at line ${broken}: it was changed, or belongs to another key.`);
  }
  return { entries, hashes, hash, unfinished: rest !== "" };
}

/** Whether a ledger goes on from where a backup saw it. */
export function containsPosition(ledger: LedgerContent, position: LedgerPosition): boolean {
  return position.entries === 0 || ledger.hashes[position.entries - 1] === position.hash;
}

/** Several processes may share the file. Whoever holds it needs milliseconds; one that died leaves it behind. */
async function lockFile(path: string): Promise<() => Promise<void>> {
  for (let attempt = 0; attempt < 400; attempt++) {
    try {
      await (await open(path, "wx", 0o600)).close();
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const held = await stat(path).catch(() => null);
    if (held && Date.now() - held.mtimeMs > STALE_MS) await rm(path, { force: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${path} stays locked by somebody else`);
}

function sealLine(key: Uint8Array, previous: string, text: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(previous));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
}

function openLine(key: Uint8Array, previous: string, line: string): string | null {
  try {
    const bytes = Buffer.from(line, "base64url");
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAAD(Buffer.from(previous));
    decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
