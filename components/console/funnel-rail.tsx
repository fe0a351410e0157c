import ChevronRight from "lucide-react/icons/chevron-right";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "next-intl";
import { findGaps } from "@/components/console/find-gaps";
import type { RetrievalTrace } from "@/lib/contracts/retrievals";

/** Eight stages, in → out, with their time. Numbers that do not meet are said aloud. */
export function FunnelRail({ stages }: { stages: RetrievalTrace["stages"] }) {
  const t = useTranslations("trace");
  const tStages = useTranslations("stages");
  const gaps = findGaps(stages);
  return (
    <>
      <ol className="grid grid-cols-2 border-t border-l border-rule-strong bg-sheet sm:grid-cols-4 xl:grid-cols-8">
        {stages.map((stage, index) => (
          <li
            key={stage.stage}
            className={`relative border-r border-b border-rule-strong px-3 py-2.5 ${stage.status === "skipped" ? "text-muted" : ""}`}
          >
            <p className="flex items-baseline gap-1.5 text-12 text-muted">
              <span className="figures font-mono">{index + 1}</span>
              <span className="font-medium text-ink">{tStages(stage.stage)}</span>
            </p>
            <p className="figures mt-1 text-20 font-semibold whitespace-nowrap">
              {stage.in}
              <ChevronRight aria-hidden="true" className="mx-0.5 inline size-4 text-muted" />
              <span className="sr-only"> {t("to")} </span>
              {stage.out}
            </p>
            <p className="figures text-12 text-muted">
              {t("stageMs", { value: stage.ms })} · {t(`stageStatus.${stage.status}`)}
            </p>
          </li>
        ))}
      </ol>
      {gaps.length > 0 ? (
        <p
          role="alert"
          className="mt-2 flex gap-2 border-l-[3px] border-danger bg-danger-wash px-3 py-2 text-13"
        >
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
          <span>
            {t("gaps")}{" "}
            {gaps.map((gap) => (
              <span key={gap.from}>
                {t("gap", {
                  from: tStages(gap.from),
                  to: tStages(gap.to),
                  out: gap.out,
                  in: gap.in,
                })}{" "}
              </span>
            ))}
          </span>
        </p>
      ) : null}
    </>
  );
}
