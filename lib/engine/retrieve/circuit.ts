/** Failures in a row after which nobody is asked for a while. */
const FAILURES = 3;
const REST_MS = 30_000;

/** Spares a model that is down, and those who would wait for it: after some failures it is not asked for a while. */
export interface Circuit {
  isOpen(name: string, now: Date): boolean;
  succeeded(name: string): void;
  failed(name: string, now: Date): void;
}

export function createCircuit(): Circuit {
  const failures = new Map<string, { count: number; until: number }>();
  return {
    // Once the rest is over one call is let through; it fails or it ends the rest.
    isOpen: (name, now) => now.getTime() < (failures.get(name)?.until ?? 0),
    succeeded: (name) => void failures.delete(name),
    failed(name, now) {
      const count = (failures.get(name)?.count ?? 0) + 1;
      failures.set(name, { count, until: count >= FAILURES ? now.getTime() + REST_MS : 0 });
    },
  };
}
