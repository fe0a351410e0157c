import { useTranslations } from "next-intl";
import { type RungRow, toLadder } from "@/components/receipt/ladder-rows";
import { TargetStamp } from "@/components/receipt/target-stamp";
import { Time } from "@/components/ui/time";
import type { DeletionTarget } from "@/lib/contracts/deletions";

/** How one place was checked: the method and its numbers in words. Evidence holds counts and codes only. */
function Evidence({ target }: { target: DeletionTarget }) {
  const t = useTranslations("receipt");
  const tMethods = useTranslations("methods");
  const tCounted = useTranslations("counted");
  if (!target.evidence)
    return (
      <span className="text-muted">
        {target.state === "not_present" ? t("nothingKept") : t("notCheckedYet")}
      </span>
    );
  const { method, detail } = target.evidence;
  const numbers = Object.entries(detail).filter(([, value]) => typeof value === "number" && value > 0);
  return (
    <>
      <span>{tMethods.has(method as never) ? tMethods(method as never) : t("methodNamed", { method })}</span>
      {numbers.length > 0 ? (
        <span className="figures flex flex-wrap gap-x-3 text-12 text-muted">
          {numbers.map(([name, value]) => (
            <span key={name} className="whitespace-nowrap">
              {tCounted.has(name as never) ? (
                tCounted(name as never, { count: Number(value) } as never)
              ) : (
                <code>
                  {name} {String(value)}
                </code>
              )}
            </span>
          ))}
        </span>
      ) : null}
      {target.checked_at ? (
        <span className="block text-muted">
          <Time at={target.checked_at} style="exact" />
        </span>
      ) : null}
    </>
  );
}

function Place({ target }: { target: DeletionTarget }) {
  const t = useTranslations("receipt");
  const tTargets = useTranslations("targets");
  return (
    <li className="grid gap-x-5 gap-y-1 border-t border-dotted border-rule-strong py-2 text-13 sm:grid-cols-[11rem_7.5rem_minmax(0,1fr)]">
      <span className="font-medium">{tTargets(target.target)}</span>
      <span className="figures text-muted">
        {target.state === "not_present"
          ? t("none")
          : t("removedOf", { removed: target.removed, found: target.found })}
        {target.left > 0 ? (
          <strong className="block font-semibold text-ink">{t("left", { count: target.left })}</strong>
        ) : null}
      </span>
      <span className="min-w-0">
        <Evidence target={target} />
        {target.due ? (
          <span className="block">
            {t.rich(target.target === "backup" ? "expiresBy" : "nextTry", {
              when: () => <Time at={target.due ?? ""} style="minute" />,
            })}
          </span>
        ) : null}
        {target.state === "failed" ? (
          <span className="block text-danger">{t("failedHint", { attempts: target.attempts })}</span>
        ) : null}
      </span>
    </li>
  );
}

function Rung({ row, number }: { row: RungRow; number: number }) {
  const t = useTranslations("receipt");
  return (
    <li className="grid grid-cols-[2.25rem_minmax(0,1fr)] border-b border-rule-strong last:border-b-0">
      <span
        aria-hidden="true"
        className="figures relative border-r border-rule-strong pt-4 text-center font-mono text-13 text-muted"
      >
        {number}
      </span>
      <div className="py-3 pl-4 sm:pl-5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pb-2">
          <h3 className="text-16 font-semibold">{t(`rung.${row.rung}`)}</h3>
          <TargetStamp state={row.state} />
        </div>
        <ul>
          {row.targets.map((target) => (
            <Place key={target.target} target={target} />
          ))}
        </ul>
        <p className="pt-1 text-13 text-muted">{t(`rungMeans.${row.rung}`)}</p>
      </div>
    </li>
  );
}

/** Six rungs, every place on one of them, none hidden: how far the erasure has come and how that is known. */
export function Ladder({ targets }: { targets: DeletionTarget[] }) {
  return (
    <ol className="border-y border-rule-strong">
      {toLadder(targets).map((row, index) => (
        <Rung key={row.rung} row={row} number={index + 1} />
      ))}
    </ol>
  );
}
