import type { GrowthMeasured, RetrieveMeasured } from "@/lib/bench/measure-retrieve";

/** What the design asks for. */
const MOST_RATIO = 1.5;
const MOST_GROWTH = 1.3;
const LEAST_RECALL = { exact: 1, approximate: 0.97 };

const mark = (holds: boolean) => (holds ? "" : " <");

/** @param bigFrom memories in a scope from which its vectors are searched approximately */
export function printRetrieve(
  { measured, growth }: { measured: readonly RetrieveMeasured[]; growth: readonly GrowthMeasured[] },
  bigFrom: number,
): string[] {
  const heads = [
    "rows",
    "in scope",
    "ours ms",
    "by hand ms",
    "ratio",
    "candidates",
    "trace kB",
    "recall",
    "foreign",
  ];
  const row = (cells: readonly string[]) => cells.map((cell) => cell.padStart(12)).join("");
  return [
    row(heads),
    ...measured.map((one) => {
      const least = one.size < bigFrom ? LEAST_RECALL.exact : LEAST_RECALL.approximate;
      return row([
        String(one.rows),
        String(one.size),
        one.ours.toFixed(2),
        one.byHand.toFixed(2),
        `${one.ratio.toFixed(2)}${mark(one.ratio <= MOST_RATIO)}`,
        one.candidates.toFixed(0),
        (one.traceBytes / 1000).toFixed(1),
        `${one.recall.toFixed(3)}${mark(one.recall >= least)}`,
        `${one.foreign}${mark(one.foreign === 0)}`,
      ]);
    }),
    ...growth.map(
      ({ size, from, to, ratio }) =>
        `A scope of ${size}: ${ratio.toFixed(2)} times as long among ${to} rows as among ${from}${mark(ratio <= MOST_GROWTH)}`,
    ),
    `Medians; to reach: ratio ${MOST_RATIO}, growth ${MOST_GROWTH}, recall ${LEAST_RECALL.exact} below ${bigFrom} memories and ${LEAST_RECALL.approximate} above, 0 foreign; < misses.`,
  ];
}
