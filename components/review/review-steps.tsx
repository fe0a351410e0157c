import { useTranslations } from "next-intl";
import { Time } from "@/components/ui/time";
import type { Review } from "@/lib/contracts/reviews";

/** What was decided so far, by whom and why: oldest first, exact to the second. */
export function ReviewSteps({ steps }: { steps: Review[] }) {
  const t = useTranslations("review");
  if (steps.length === 0) return <p className="py-3 text-14 text-muted">{t("noSteps")}</p>;
  return (
    <ol>
      {steps.map((step) => (
        <li
          key={`${step.at}-${step.action}-${step.actor.id}`}
          className="border-b border-rule py-2.5 text-14"
        >
          <p>
            <strong className="font-semibold">
              {t.has(`step.${step.action}` as never) ? t(`step.${step.action}` as never) : step.action}
            </strong>{" "}
            <span className="text-muted">
              <span translate="no">{step.actor.name ?? step.actor.id}</span>
              {" · "}
              <Time at={step.at} style="exact" />
            </span>
          </p>
          {step.reason ? <p className="verbatim mt-0.5">{step.reason}</p> : null}
        </li>
      ))}
    </ol>
  );
}
