import type { TimeMention } from "@/lib/engine/policy/time/parse-time";

/** What a mention says of when, as a half-open range with open ends: "since June" has no end, "until Friday" no beginning. */
export function timeBounds(mention: Pick<TimeMention, "range" | "relation">): {
  from: Date | null;
  to: Date | null;
} {
  const { from, to } = mention.range;
  switch (mention.relation) {
    case "from":
      return { from, to: null };
    case "until":
      return { from: null, to };
    case "before":
      return { from: null, to: from };
    case "after":
      return { from: to, to: null };
    default:
      return { from, to };
  }
}
