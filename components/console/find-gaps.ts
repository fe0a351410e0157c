import type { RetrievalTrace } from "@/lib/contracts/retrievals";

/** Where one stage hands on another number than the next one took in. */
export function findGaps(stages: RetrievalTrace["stages"]): {
  from: RetrievalTrace["stages"][number]["stage"];
  to: RetrievalTrace["stages"][number]["stage"];
  out: number;
  in: number;
}[] {
  return stages.flatMap((stage, index) => {
    const next = stages[index + 1];
    return next && next.in !== stage.out
      ? [{ from: stage.stage, to: next.stage, out: stage.out, in: next.in }]
      : [];
  });
}
