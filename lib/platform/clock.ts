/** Where "now" comes from. The engine takes it as a port, so that demo data and tests can live in another time. */
export interface Clock {
  /** The present instant, UTC. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is told otherwise. */
export interface SettableClock extends Clock {
  set(instant: Date): void;
  advance(milliseconds: number): void;
}

export function createSettableClock(start: Date): SettableClock {
  let current = start.getTime();
  return {
    now: () => new Date(current),
    set: (instant) => {
      current = instant.getTime();
    },
    advance: (milliseconds) => {
      current += milliseconds;
    },
  };
}
