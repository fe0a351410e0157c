import { hasRole, type Principal } from "@/lib/engine/model/principal";

/** A reviewer or an administrator, and not whoever wrote it. */
export function mayJudge(principal: Principal, writerId: string): boolean {
  const person = principal.actor.kind === "user" || principal.actor.kind === "demo";
  return person && principal.actor.id !== writerId && hasRole(principal, "reviewer", "admin");
}

/** Signals after which nothing counts as said by a person, whatever it claimed. */
const NOT_A_PERSON = new Set(["instruction_like", "rule_from_external", "laundering", "source_mismatch"]);

/**
 * What a release makes of a held version at most: what its origin would have made of it, never more. What came from
 * outside, or read as an instruction, is observed; a procedure from outside stays out. Pure.
 */
export function decideRelease(
  signals: readonly string[],
  held: { provenance: string; kind: string; confirmation: string },
): { as: "nothing" | "observed" | "inferred" | "confirmed"; bound: boolean } {
  const outside =
    held.provenance === "external_content" || signals.some((signal) => NOT_A_PERSON.has(signal));
  if (outside) return { as: held.kind === "procedural" ? "nothing" : "observed", bound: true };
  return { as: held.confirmation as "observed" | "inferred" | "confirmed", bound: false };
}
