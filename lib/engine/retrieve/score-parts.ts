import type { Parts } from "@/lib/contracts/retrievals";

/** I: importance 1–10 onto [0,1]. */
export function scoreImportance(importance: number): number {
  return Math.min(1, Math.max(0, (importance - 1) / 9));
}

/** T = exp(−λ·Δt), Δt in days, never negative. A standing confirmed rule does not fade. */
export function scoreRecency(input: { ageDays: number; decayPerDay: number; standing: boolean }): number {
  if (input.standing) return 1;
  return Math.exp(-input.decayPerDay * Math.max(0, input.ageDays));
}

/** Days after which T has halved: ln 2 / λ. */
export function halfLife(decayPerDay: number): number {
  return Math.LN2 / decayPerDay;
}

/** P: the scope asked for by name +0.5, the kind fits the intent +0.3, confirmed +0.2; 0 for an unconfirmed inference at high risk. */
export function scorePriority(input: {
  scopeExact: boolean;
  kindFits: boolean;
  confirmed: boolean;
  inferred: boolean;
  highRisk: boolean;
}): number {
  if (input.highRisk && input.inferred && !input.confirmed) return 0;
  const tenths = (input.scopeExact ? 5 : 0) + (input.kindFits ? 3 : 0) + (input.confirmed ? 2 : 0);
  return Math.min(1, tenths / 10);
}

/** S = w_r·R + w_i·I + w_t·T + w_p·P, every part in [0,1]. */
export function scoreMemory(parts: Parts, weights: Parts): number {
  return weights.R * parts.R + weights.I * parts.I + weights.T * parts.T + weights.P * parts.P;
}
