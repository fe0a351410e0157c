import { ModelFailure, type ModelFailureCode } from "@/lib/engine/model/model-failure";

export interface CircuitOptions {
  now(): Date;
  /** Failures in a row that open it. */
  failures: number;
  /** How long it stays open the first time; doubles each time the trial fails, up to the longest. */
  openMs: number;
  longestMs: number;
}

export interface Circuit {
  /** Until when nothing is tried; null when something may be. */
  closedUntil(): Date | null;
  state(): "closed" | "open" | "half_open";
  /** @throws ModelFailure `circuit_open` without trying */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Failures that say the endpoint is not there for anybody; an unusable answer to one question is none of them. */
const COUNTED: readonly ModelFailureCode[] = [
  "timeout",
  "unreachable",
  "rate_limited",
  "server_error",
  "refused",
  "redirected",
  "cut_off",
  "unexpected",
];

/**
 * Spares an endpoint that does not answer, and everybody who would wait for it: after some failures in a row nothing is
 * tried for a while, then one call alone; its success closes the circuit. An endpoint that names a time is left alone
 * until then.
 */
export function createCircuit(options: CircuitOptions): Circuit {
  let failures = 0;
  let trips = 0;
  let until = 0;
  let trying = false;

  const state: Circuit["state"] = () =>
    until === 0 ? "closed" : options.now().getTime() < until ? "open" : "half_open";

  function open(ms: number): void {
    until = options.now().getTime() + ms;
    trips += 1;
  }

  function fail(failure: ModelFailure): void {
    if (!COUNTED.includes(failure.code)) {
      close();
      return;
    }
    failures += 1;
    const usual = Math.min(options.longestMs, options.openMs * 2 ** Math.min(20, trips));
    if (failure.retryAfterMs !== null) open(Math.min(86_400_000, failure.retryAfterMs));
    else if (failures >= options.failures || until !== 0) open(usual);
  }

  function close(): void {
    failures = 0;
    trips = 0;
    until = 0;
  }

  return {
    state,
    closedUntil: () => (state() === "open" ? new Date(until) : null),
    async run(work) {
      const now = state();
      if (now === "open" || (now === "half_open" && trying)) {
        throw new ModelFailure("circuit_open", {
          retryAfterMs: Math.max(1_000, until - options.now().getTime()),
        });
      }
      const trial = now === "half_open";
      if (trial) trying = true;
      try {
        const result = await work();
        close();
        return result;
      } catch (error) {
        fail(error instanceof ModelFailure ? error : new ModelFailure("unexpected"));
        throw error;
      } finally {
        if (trial) trying = false;
      }
    },
  };
}
