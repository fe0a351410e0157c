import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ErasePoint, WritePoint } from "@/lib/engine/ports";

export type ChildLocation = { kind: "embedded"; dataDir: string } | { kind: "server"; url: string };

export interface ChildOrder {
  location: ChildLocation;
  adminKey: string;
  /** How far its clock runs ahead, ms: later than every claim that a dead process has left. */
  ahead: number;
}

/** A request to the API, or one of the child's own: DIE arms a point, DUE does left-over work, LOOK reports,
 * SCAN tells where words of the body stand. */
export interface ChildRequest {
  id: number;
  method: "GET" | "POST" | "DIE" | "DUE" | "LOOK" | "SCAN";
  path: string;
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ChildReply {
  id: number;
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of all routes pass through here
  body: any;
}

export interface CrashChild {
  /** Null when it died before it answered. */
  ask(request: Omit<ChildRequest, "id">): Promise<ChildReply | null>;
  dieAt(point: WritePoint | ErasePoint): Promise<unknown>;
  /** As the power goes: SIGKILL. Settles when it is gone. */
  kill(): Promise<void>;
  /** How it ended: a signal, or an exit code. */
  ended: Promise<string>;
}

/** @throws Error when it ends before it is ready */
export async function startCrashChild(order: ChildOrder): Promise<CrashChild> {
  const child = fork(fileURLToPath(new URL("./crash-child.ts", import.meta.url)), [JSON.stringify(order)], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const waiting = new Map<number, (reply: ChildReply | null) => void>();
  let last = 0;
  let over = false;
  const ready = new Promise<ChildReply | null>((resolve) => waiting.set(0, resolve));
  child.on("message", (reply: ChildReply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  const ended = new Promise<string>((resolve) => {
    child.on("exit", (code, signal) => {
      over = true;
      for (const settle of waiting.values()) settle(null);
      waiting.clear();
      resolve(signal ?? String(code));
    });
  });
  if ((await ready) === null) throw new Error(`the server ended with ${await ended} before it was ready`);
  const ask: CrashChild["ask"] = (request) => {
    if (over) return Promise.resolve(null);
    const id = ++last;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      // What cannot be sent to the dead has no answer either.
      child.send({ ...request, id }, (error) => error && resolve(null));
    });
  };
  return {
    ask,
    dieAt: (point) => ask({ method: "DIE", path: point }),
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
    ended,
  };
}

/** The body of an answer with this status. @throws Error for any other, and for none */
export async function must(asked: Promise<ChildReply | null>, status: number): Promise<ChildReply["body"]> {
  const reply = await asked;
  if (reply?.status !== status) throw new Error(`expected ${status}, got ${JSON.stringify(reply)}`);
  return reply.body;
}
