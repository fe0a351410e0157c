/** What makes a write suspicious beyond its words, and how far back that is looked for. */
export interface SuspicionPolicy {
  /** So many held from one writer within so many minutes are a burst. */
  burst: { count: number; minutes: number };
  /** Text packed for an agent within so many hours is recognised when it comes back from it. */
  recalledWithinHours: number;
  /** Words that stood in external content of the same scope within so many days are not a person's own. */
  echoWithinDays: number;
  /** Shorter texts say too little to be recognised by. */
  leastEchoLength: number;
}

export const DEFAULT_SUSPICION_POLICY: SuspicionPolicy = {
  burst: { count: 5, minutes: 10 },
  recalledWithinHours: 24,
  echoWithinDays: 30,
  leastEchoLength: 16,
};
