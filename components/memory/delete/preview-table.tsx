import { useTranslations } from "next-intl";
import type { DeletionCounts } from "@/lib/contracts/deletions";

const COUNTED = ["memories", "derived", "events", "sources", "candidates", "index_rows"] as const;
const KEPT = ["receipt", "audit", "backups", "choices"] as const;

/** What goes, in numbers; what stays, and why; and until when it can be taken back. */
export function PreviewTable({
  affected,
  windowMinutes,
}: {
  affected: DeletionCounts;
  windowMinutes: number;
}) {
  const t = useTranslations("deleteMine");
  return (
    <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
      <section aria-labelledby="goes">
        <h2 id="goes" className="border-b border-ink pb-1.5 text-16 font-semibold">
          {t("goes")}
        </h2>
        <dl>
          {COUNTED.map((name) => (
            <div key={name} className="flex items-baseline justify-between gap-4 border-b border-rule py-2">
              <dt className="text-14 font-normal">{t(`counted.${name}`)}</dt>
              <dd className="figures text-16 font-medium">{t("number", { count: affected[name] })}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="stays">
        <h2 id="stays" className="border-b border-ink pb-1.5 text-16 font-semibold">
          {t("stays")}
        </h2>
        <ul>
          {KEPT.map((name) => (
            <li key={name} className="border-b border-rule py-2 text-14">
              {t(`kept.${name}`)}
            </li>
          ))}
        </ul>
      </section>
      <p className="measure text-14 sm:col-span-2">
        {windowMinutes > 0 ? t("window", { minutes: windowMinutes }) : t("noWindow")}
      </p>
    </div>
  );
}
