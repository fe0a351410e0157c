import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { keyedDigest } from "@/lib/platform/hashing";

/** First line of a sealed file, readable by anyone: what it is, when it was made, which key opens it. */
export interface SealedHeader {
  format: "keepsake-sealed";
  version: 1;
  kind: string;
  madeAt: string;
  keyId: string;
  salt: string;
}

export interface SealedWriter {
  write(line: string): Promise<void>;
  /** Closes and puts the file under its name, which holds nothing before. */
  finish(): Promise<{ bytes: number; sha256: string }>;
  /** Leaves nothing behind. */
  abort(): Promise<void>;
}

const NONCE = 12;
const TAG = 16;
/** Lines are sealed in frames of about this many characters: little memory either way. */
const FRAME = 1 << 20;
const MOST_FRAME = 1 << 28;

/** Names a key without telling it: a file opened with another one can say so. */
export function keyName(key: Uint8Array): string {
  return keyedDigest(key, "key name").slice(0, 16);
}

function fileKey(key: Uint8Array, header: SealedHeader): Buffer {
  return Buffer.from(hkdfSync("sha256", key, Buffer.from(header.salt, "base64url"), header.kind, 32));
}

/** Binds a frame to its file, its place and whether it is the last: frames cannot be moved, left out or cut off. */
function frameBinding(headerLine: string, index: number, last: boolean): Buffer {
  return createHash("sha256")
    .update(headerLine)
    .update(`${index}/${last ? "last" : "more"}`)
    .digest();
}

/**
 * Lines of text in a file under AES-256-GCM, a key of its own for each file. Written beside its name and renamed when
 * it is whole and on the disk, so that a crash never leaves half a file that looks like one.
 */
export async function createSealedFile(
  path: string,
  key: Uint8Array,
  about: { kind: string; madeAt: Date },
): Promise<SealedWriter> {
  const header: SealedHeader = {
    format: "keepsake-sealed",
    version: 1,
    kind: about.kind,
    madeAt: about.madeAt.toISOString(),
    keyId: keyName(key),
    salt: randomBytes(32).toString("base64url"),
  };
  const headerLine = JSON.stringify(header);
  const sealing = fileKey(key, header);
  const beside = `${path}.${randomBytes(6).toString("hex")}.part`;
  const file = await open(beside, "wx", 0o600);
  const digest = createHash("sha256");
  let bytes = 0;
  let index = 0;
  let waiting: string[] = [];
  let size = 0;

  async function put(part: Uint8Array): Promise<void> {
    digest.update(part);
    bytes += part.length;
    await file.write(part);
  }
  async function flush(last: boolean): Promise<void> {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv("aes-256-gcm", sealing, nonce, { authTagLength: TAG });
    cipher.setAAD(frameBinding(headerLine, index++, last));
    const body = Buffer.concat([cipher.update(gzipSync(waiting.join(""))), cipher.final()]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(NONCE + TAG + body.length);
    await put(Buffer.concat([length, nonce, cipher.getAuthTag(), body]));
    waiting = [];
    size = 0;
  }
  await put(Buffer.from(`${headerLine}\n`));
  return {
    async write(line) {
      waiting.push(line, "\n");
      size += line.length + 1;
      if (size >= FRAME) await flush(false);
    },
    async finish() {
      await flush(true);
      await file.sync();
      await file.close();
      await rename(beside, path);
      return { bytes, sha256: digest.digest("hex") };
    },
    async abort() {
      await file.close().catch(() => {});
      await rm(beside, { force: true });
    },
  };
}

/** What stands on the first line. @throws Error when the file is none of ours */
export async function readSealedHeader(path: string): Promise<SealedHeader> {
  return (await openSealed(path)).header;
}

async function openSealed(path: string): Promise<{ header: SealedHeader; line: string }> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0);
    const end = buffer.subarray(0, bytesRead).indexOf(10);
    const line = end < 0 ? "" : buffer.toString("utf8", 0, end);
    const header = parseHeader(line);
    if (!header) throw new Error(`${path} is no file of Keepsake's, or of a newer version.`);
    return { header, line };
  } finally {
    await file.close();
  }
}

function parseHeader(line: string): SealedHeader | null {
  try {
    const value = JSON.parse(line) as Partial<SealedHeader>;
    return value.format === "keepsake-sealed" && value.version === 1 ? (value as SealedHeader) : null;
  } catch {
    return null;
  }
}

/**
 * The lines of a sealed file, in order. A frame is handed out only after it was authenticated.
 * @throws Error when the file was made with another key, for another purpose, was changed, or was cut off
 */
export async function* readSealedLines(path: string, key: Uint8Array, kind: string): AsyncGenerator<string> {
  const { header, line: headerLine } = await openSealed(path);
  if (header.kind !== kind) throw new Error(`${path} is a file of ${header.kind}, not of ${kind}.`);
  if (header.keyId !== keyName(key)) {
    throw new Error(
      `${path} was made with another key (${header.keyId}). Set the KEEPSAKE_BACKUP_KEY or KEEPSAKE_MASTER_KEY it was made with.`,
    );
  }
  const opening = fileKey(key, header);
  const file = await open(path, "r");
  try {
    let at = Buffer.byteLength(headerLine) + 1;
    for (let index = 0; ; index++) {
      const length = (await readExactly(file, at, 4, path)).readUInt32BE();
      if (length < NONCE + TAG || length > MOST_FRAME) throw changed(path);
      const frame = await readExactly(file, at + 4, length, path);
      at += 4 + length;
      const { size } = await file.stat();
      const last = at === size;
      const text = openFrame(frame, opening, frameBinding(headerLine, index, last), path);
      const lines = text.split("\n");
      lines.pop();
      yield* lines;
      if (last) return;
    }
  } finally {
    await file.close();
  }
}

function openFrame(frame: Buffer, key: Buffer, binding: Buffer, path: string): string {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, frame.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAAD(binding);
    decipher.setAuthTag(frame.subarray(NONCE, NONCE + TAG));
    const body = Buffer.concat([decipher.update(frame.subarray(NONCE + TAG)), decipher.final()]);
    return gunzipSync(body).toString("utf8");
  } catch {
    throw changed(path);
  }
}

type Handle = Awaited<ReturnType<typeof open>>;

async function readExactly(file: Handle, at: number, length: number, path: string): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw changed(path);
  return buffer;
}

function changed(path: string): Error {
  return new Error(`${path} is not whole: it was changed, or cut off.`);
}
