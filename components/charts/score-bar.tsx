import { useTranslations } from "next-intl";
import type { Parts } from "@/lib/contracts/retrievals";

export const PART_KEYS = ["R", "I", "T", "P"] as const;
export type PartKey = (typeof PART_KEYS)[number];

/** Shades of one ink: the four parts of a score are of one kind, so they differ in weight, not in hue. */
export const PART_FILL: Record<PartKey, string> = {
  R: "var(--accent)",
  I: "color-mix(in srgb, var(--accent) 68%, var(--sheet))",
  T: "color-mix(in srgb, var(--accent) 44%, var(--sheet))",
  P: "color-mix(in srgb, var(--accent) 24%, var(--sheet))",
};

/** weight × value of each part, end to end; the full width is a score of 1. The numbers stand beside it in the table. */
export function ScoreBar({ parts, weights }: { parts: Parts; weights: Parts }) {
  const t = useTranslations("trace");
  const spoken = PART_KEYS.map((key) => `${key} ${(parts[key] * weights[key]).toFixed(3)}`).join(", ");
  return (
    <span
      role="img"
      aria-label={t("scoreBar", { parts: spoken })}
      className="flex h-2.5 w-28 border border-control bg-wash"
    >
      {PART_KEYS.map((key) => (
        <span
          key={key}
          className="bar-segment border-r border-sheet last:border-r-0"
          style={{ width: `${Math.max(0, parts[key] * weights[key]) * 100}%`, background: PART_FILL[key] }}
        />
      ))}
    </span>
  );
}
