import type { TimeMeasured } from "@/lib/bench/ask-about-times";
import type { Measured } from "@/lib/bench/measure-recall";
import type { Scores } from "@/lib/bench/score-ranking";

const CATEGORIES: Record<number, string> = {
  1: "1 multi-hop",
  2: "2 temporal",
  3: "3 open-domain",
  4: "4 single-hop",
  5: "5 adversarial",
};

const COLUMNS = ["R@5", "R@10", "MRR", "nDCG@10", "tokens", "ms p50", "ms p95"] as const;

/** Percentages, packed tokens of a mean answer, and milliseconds of one retrieval, by conversation and by category. */
export function printRecall(measured: readonly Measured[]): string[] {
  const answerable = measured.filter(({ category }) => category !== 5);
  const adversarial = measured.filter(({ category }) => category === 5);
  const names = [...new Set(measured.map(({ conversation }) => conversation))];
  const categories = [...new Set(answerable.map(({ category }) => category))].sort();
  const rows: [string, readonly Measured[]][] = [
    ...names.map((name): [string, Measured[]] => [
      name,
      answerable.filter(({ conversation }) => conversation === name),
    ]),
    ["all, categories 1–4", answerable],
    ...categories.map((category): [string, Measured[]] => [
      `  ${CATEGORIES[category] ?? category}`,
      answerable.filter((one) => one.category === category),
    ]),
    ...(adversarial.length > 0 ? [[`apart: ${CATEGORIES[5]}`, adversarial] as [string, Measured[]]] : []),
  ];
  const head = ["".padEnd(24), "n".padStart(6), ...COLUMNS.map((column) => column.padStart(9))].join("");
  return [head, ...rows.map(([label, group]) => toRow(label, group))];
}

function toRow(label: string, group: readonly Measured[]): string {
  const mean = (pick: (one: Measured) => number) =>
    group.reduce((total, one) => total + pick(one), 0) / Math.max(1, group.length);
  const times = group.map(({ ms }) => ms).sort((a, b) => a - b);
  const quantile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
  const cells = [
    (100 * mean((one) => one.recallAt5)).toFixed(1),
    (100 * mean((one) => one.recallAt10)).toFixed(1),
    (100 * mean((one) => one.reciprocalRank)).toFixed(1),
    (100 * mean((one) => one.ndcgAt10)).toFixed(1),
    mean((one) => one.tokens).toFixed(0),
    quantile(0.5).toFixed(1),
    quantile(0.95).toFixed(1),
  ];
  return [label.padEnd(24), String(group.length).padStart(6), ...cells.map((cell) => cell.padStart(9))].join(
    "",
  );
}

/** Recall and precision of questions about a time alone, by kind. */
export function printTimes(measured: readonly TimeMeasured[]): string[] {
  const kinds = [...new Set(measured.map(({ kind }) => kind))];
  const rows: [string, readonly TimeMeasured[]][] = [
    ...kinds.map((kind): [string, TimeMeasured[]] => [kind, measured.filter((one) => one.kind === kind)]),
    ["all", measured],
  ];
  const head = [
    "about a time alone".padEnd(24),
    "n".padStart(6),
    "recall".padStart(9),
    "precision".padStart(11),
  ];
  return [
    head.join(""),
    ...rows.map(([label, group]) =>
      [
        `  ${label}`.padEnd(24),
        String(group.length).padStart(6),
        percent(group.map(({ recall }) => recall)).padStart(9),
        percent(group.map(({ precision }) => precision)).padStart(11),
      ].join(""),
    ),
  ];
}

/** Whether the first one found is right. */
export function printHits(measured: readonly Measured[]): string[] {
  const kinds = [...new Set(measured.map(({ conversation }) => conversation.replace(/-\d+$/, "")))];
  const rows: [string, readonly Measured[]][] = [
    ...kinds.map((kind): [string, Measured[]] => [
      kind,
      measured.filter(({ conversation }) => conversation.replace(/-\d+$/, "") === kind),
    ]),
    ["all", measured],
  ];
  const hit = ({ found, evidence }: Measured) => (evidence.includes(found[0] ?? "") ? 1 : 0);
  return [
    ["".padEnd(30), "n".padStart(6), "Hit@1".padStart(9), "R@5".padStart(9)].join(""),
    ...rows.map(([label, group]) =>
      [
        label.padEnd(30),
        String(group.length).padStart(6),
        percent(group.map(hit)).padStart(9),
        percent(group.map(({ recallAt5 }) => recallAt5)).padStart(9),
      ].join(""),
    ),
  ];
}

/** What each piece of evidence contributes: the same questions without it. */
export function printAblation(results: ReadonlyMap<string, readonly Scores[]>): string[] {
  const head = [
    "".padEnd(40),
    "n".padStart(6),
    ...["R@5", "R@10", "MRR", "nDCG@10"].map((one) => one.padStart(9)),
  ];
  return [
    head.join(""),
    ...[...results].map(([name, scores]) =>
      [
        name.padEnd(40),
        String(scores.length).padStart(6),
        percent(scores.map((one) => one.recallAt5)).padStart(9),
        percent(scores.map((one) => one.recallAt10)).padStart(9),
        percent(scores.map((one) => one.reciprocalRank)).padStart(9),
        percent(scores.map((one) => one.ndcgAt10)).padStart(9),
      ].join(""),
    ),
  ];
}

function percent(shares: readonly number[]): string {
  return ((100 * shares.reduce((sum, share) => sum + share, 0)) / Math.max(1, shares.length)).toFixed(1);
}
