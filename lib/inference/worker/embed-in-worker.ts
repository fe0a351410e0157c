import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { ModelFailure } from "@/lib/engine/model/model-failure";
import { createQueue, type Part, type Request } from "@/lib/inference/worker/text-queue";

export interface EmbedWorkerOptions {
  /** The worker's file, from the project's root. */
  script: string;
  workerData?: unknown;
  dimensions: number;
  /** For one message, the loading of the model included. */
  timeoutMs?: number;
  /** Texts that may wait; more are refused at once. */
  mostWaiting?: number;
}

export interface EmbedWorker {
  /** One vector per text, in order. @throws ModelFailure */
  embed(texts: readonly string[]): Promise<number[][]>;
  /** Ends the thread; what waits fails, and what is asked later too. */
  close(): Promise<void>;
}

interface Answer {
  id: number;
  vectors?: Float32Array;
  error?: string;
}

interface Running {
  id: number;
  parts: Part[];
  timer: NodeJS.Timeout;
}

const TIMEOUT_MS = 60_000;
const MOST_WAITING = 20_000;

/**
 * A model on a thread of its own, one message in hand at a time. The thread is started by the first text, and again
 * after it died: what it had in hand then is tried once more, request by request, so that a text which kills it takes no
 * other along. It keeps no process alive that has nothing else to do.
 */
export function createEmbedWorker(options: EmbedWorkerOptions): EmbedWorker {
  const { dimensions } = options;
  const queue = createQueue(options.mostWaiting ?? MOST_WAITING);
  let worker: Worker | null = null;
  let running: Running | null = null;
  let lastId = 0;
  let closed = false;

  function start(): Worker {
    const started = startThread(join(/* turbopackIgnore: true */ process.cwd(), options.script), {
      workerData: options.workerData,
      // Its own arguments: those of this process may load what the thread has no use for.
      execArgv: [],
    });
    started.on("message", (answer: Answer) => finish(started, answer));
    // An error ends the thread; what follows from it is done on exit.
    started.on("error", () => undefined);
    started.on("exit", () => bury(started));
    started.unref();
    return started;
  }

  function pump(): void {
    if (running !== null || closed) return;
    const parts = queue.take();
    if (parts.length === 0) return;
    worker ??= start();
    worker.ref();
    const id = ++lastId;
    const timer = setTimeout(() => expire(id), options.timeoutMs ?? TIMEOUT_MS);
    running = { id, parts, timer };
    const texts = parts.flatMap(({ request, places }) => places.map((place) => request.texts[place] ?? ""));
    worker.postMessage({ id, texts, dimensions });
  }

  function release(): Part[] {
    const parts = running?.parts ?? [];
    if (running !== null) clearTimeout(running.timer);
    running = null;
    worker?.unref();
    return parts;
  }

  function finish(from: Worker, answer: Answer): void {
    if (from !== worker || running?.id !== answer.id) return;
    const parts = release();
    const count = parts.reduce((sum, part) => sum + part.places.length, 0);
    if (answer.vectors === undefined) tryAlone(parts, "unexpected");
    else if (answer.vectors.length !== count * dimensions) tryAlone(parts, "bad_shape");
    else deliver(parts, answer.vectors);
    pump();
  }

  function deliver(parts: readonly Part[], vectors: Float32Array): void {
    let at = 0;
    for (const { request, places } of parts) {
      for (const place of places) {
        request.vectors[place] = Array.from(vectors.subarray(at, at + dimensions));
        at += dimensions;
      }
      request.left -= places.length;
      if (request.left === 0) request.resolve(request.vectors);
    }
  }

  /** Whoever shared a message with others gets one alone; whoever had it alone has failed. */
  function tryAlone(parts: readonly Part[], code: "unexpected" | "bad_shape" | "cut_off"): void {
    for (const { request, places } of parts) {
      if (request.alone) fail(request, code);
      else queue.putBack(request, places);
    }
  }

  function fail(request: Request, code: ConstructorParameters<typeof ModelFailure>[0]): void {
    queue.drop(request);
    request.reject(new ModelFailure(code));
  }

  function bury(gone: Worker): void {
    if (gone !== worker) return;
    const parts = release();
    worker = null;
    if (closed) return;
    tryAlone(parts, "cut_off");
    pump();
  }

  function expire(id: number): void {
    if (running?.id !== id) return;
    const parts = release();
    const stuck = worker;
    worker = null;
    void stuck?.terminate();
    for (const { request } of parts) fail(request, "timeout");
    pump();
  }

  return {
    embed(texts) {
      if (texts.length === 0) return Promise.resolve([]);
      if (closed) return Promise.reject(new ModelFailure("unreachable"));
      return new Promise((resolve, reject) => {
        if (queue.add({ texts, resolve, reject })) pump();
        else reject(new ModelFailure("rate_limited", { retryAfterMs: 1_000 }));
      });
    },
    async close() {
      if (closed) return;
      closed = true;
      const waiting = new Set([...release().map(({ request }) => request), ...queue.drain()]);
      for (const request of waiting) request.reject(new ModelFailure("unreachable"));
      const last = worker;
      worker = null;
      await last?.terminate();
    },
  };
}

/** Next's bundler wants to resolve the file of every `new Worker` when it builds, and refuses one it cannot know. */
function startThread(...args: ConstructorParameters<typeof Worker>): Worker {
  return Reflect.construct(Worker, args);
}
