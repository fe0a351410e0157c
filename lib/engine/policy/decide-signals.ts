import type { Signal } from "@/lib/contracts/reviews";

const OF_CODE: Record<string, Signal> = {
  instruction_in_external: "instruction_like",
  rule_from_external: "rule_from_external",
  hidden_characters: "hidden_characters",
  lower_authority: "contradicts_trusted",
  echo_of_external: "laundering",
  derived_from_held: "laundering",
  recalled_text: "self_reingestion",
  condemned_with_source: "same_root",
};

/** What raised suspicion, by the codes of the decision. Pure; in a fixed order, each once. */
export function decideSignals(
  codes: readonly string[],
  also: { sourceLowered: boolean; burst: boolean },
): Signal[] {
  const found = new Set<Signal>(codes.flatMap((code) => OF_CODE[code] ?? []));
  if (also.sourceLowered) found.add("source_mismatch");
  if (also.burst) found.add("burst");
  return [...found];
}
