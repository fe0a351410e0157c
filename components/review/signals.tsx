import { useTranslations } from "next-intl";
import type { Signal } from "@/lib/contracts/reviews";

/** What made it look suspicious; words, not colours alone. */
export function Signals({ signals }: { signals: Signal[] }) {
  const t = useTranslations("signals");
  const tReview = useTranslations("review");
  if (signals.length === 0) return <span className="text-muted">{tReview("noSignals")}</span>;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {signals.map((signal) => (
        <li
          key={signal}
          title={t(`${signal}.hint`)}
          className="rounded-control border border-rule-strong bg-wash px-1.5 text-12"
        >
          {t(`${signal}.label`)}
        </li>
      ))}
    </ul>
  );
}
