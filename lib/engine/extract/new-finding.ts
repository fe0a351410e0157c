import type { Finding } from "@/lib/engine/extract/finding";

type Needed = Pick<Finding, "rule" | "clause" | "predicate" | "value" | "cardinality" | "about">;

/** A finding with everything left out that only some of them have. */
export function newFinding(parts: Needed & Partial<Finding>): Finding {
  return {
    quote: { start: parts.clause.start, end: parts.clause.end },
    statement: "",
    temporal: null,
    sensitivity: null,
    once: null,
    standing: false,
    conditionalRule: false,
    begins: false,
    needsTime: null,
    dated: false,
    corrects: null,
    ends: null,
    episode: null,
    ...parts,
  };
}
