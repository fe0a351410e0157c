import { SOURCE_TYPES } from "@/lib/contracts/choices";
import { expect, test } from "vitest";
import type { SourceType } from "@/lib/contracts/common";
import {
  boundAdmission,
  foldLineage,
  type LineageInput,
  lowerSource,
} from "@/lib/engine/policy/bound-by-lineage";
import { DEFAULT_WRITE_POLICY } from "@/lib/engine/policy/write-policy";

const ranks = DEFAULT_WRITE_POLICY.sources;

/** A small generator with a seed, so that a failure can be run again. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test("in 5,000 random families of derivations nothing is ever worth more than any of its ancestors", () => {
  const broken: string[] = [];
  for (let seed = 1; seed <= 5_000; seed++) {
    const random = seeded(seed);
    const pick = (below: number) => Math.floor(random() * below);
    const nodes: (LineageInput & { ancestors: Set<number> })[] = [];
    for (let at = 0; at < 12; at++) {
      const claimed = SOURCE_TYPES[pick(SOURCE_TYPES.length)] as SourceType;
      const parents = at === 0 ? [] : Array.from({ length: pick(4) }, () => pick(at));
      const lineage = foldLineage(parents.map((parent) => nodes[parent] as LineageInput));
      const type = lowerSource(claimed, lineage, ranks);
      const admission = boundAdmission(
        {
          confirmation: ranks[type].authority >= 50 ? "confirmed" : "observed",
          ...ranks[type],
          importance: 5,
        },
        lineage,
      );
      const ancestors = new Set(parents.flatMap((parent) => [parent, ...(nodes[parent]?.ancestors ?? [])]));
      nodes.push({
        authority: admission.authority,
        trust: admission.trust,
        confirmed: admission.confirmation === "confirmed",
        held: false,
        eventIds: [`evt_${at}`],
        ancestors,
      });
      for (const one of ancestors) {
        const ancestor = nodes[one];
        const bound =
          ancestor !== undefined &&
          admission.authority <= ancestor.authority &&
          admission.trust <= ancestor.trust &&
          (admission.confirmation !== "confirmed" || ancestor.confirmed) &&
          ranks[type].authority <= ancestor.authority;
        if (!bound) broken.push(`seed ${seed}, node ${at}`);
      }
    }
  }
  expect(broken).toEqual([]);
});

test("without ancestors a source is what it is, and one that is weaker than its ancestors stays so", () => {
  for (const type of SOURCE_TYPES) expect(lowerSource(type, null, ranks)).toBe(type);
  expect(lowerSource("agent_inference", { authority: 70 }, ranks)).toBe("agent_inference");
  expect(lowerSource("internal_tool", { authority: 10 }, ranks)).toBe("external_content");
  expect(lowerSource("user_statement", { authority: 25 }, ranks)).toBe("agent_inference");
});
