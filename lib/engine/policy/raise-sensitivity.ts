import type { StoredClaim } from "@/lib/engine/model/fact-state";

/** States and reasons of what was proposed and never let in. */
const WAITING = new Set(["candidate", "pending_approval", "quarantined"]);
const TURNED_AWAY = new Set(["condemned", "condemned_with_source", "approval_rejected", "approval_expired"]);

/**
 * Whether a fact is of high sensitivity: one of its versions is, or was. What waits for a decision, or was turned away,
 * makes nothing of others so: else a page could take a person's memory out of the search by calling it sensitive.
 */
export function isOfHigh(claims: readonly StoredClaim[]): boolean {
  return claims.some(
    (claim) =>
      claim.sensitivity === "high" &&
      !WAITING.has(claim.status) &&
      !TURNED_AWAY.has(claim.statusReason ?? ""),
  );
}

/**
 * The versions that are to be kept as what comes now is: all that stand in clear, when something of high sensitivity is
 * let in. What only says again what is held has to be a person's sure word for it, or of as much authority as what is held.
 */
export function listRaised(
  claims: readonly StoredClaim[],
  coming: { sensitivity: string; authority: number; confirmed: boolean; adds: boolean },
): string[] {
  if (coming.sensitivity !== "high") return [];
  const holders = claims.filter((claim) => claim.state === "held" || claim.state === "ended");
  const outranked = holders.some((claim) => claim.authority > coming.authority);
  if (!coming.adds && !coming.confirmed && outranked) return [];
  return claims.flatMap((claim) => (claim.sensitivity === "high" ? [] : [claim.memoryId]));
}
