import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import type { MemoryUse } from "@/lib/contracts/pages";

/** Which agent was given this, when and for what; three values, because silence is not use. */
export function UsedBy({ uses }: { uses: MemoryUse[] }) {
  const t = useTranslations("uses");
  if (uses.length === 0) return <EmptyState title={t("none")}>{t("noneHint")}</EmptyState>;
  return (
    <ul>
      {uses.map((use) => (
        <li
          key={use.retrieval_id}
          className="grid gap-x-5 border-b border-rule py-3 sm:grid-cols-[9.5rem_minmax(0,1fr)_auto]"
        >
          <span className="text-13 text-muted">
            <Time at={use.at} style="minute" />
          </span>
          <span className="min-w-0">
            <span translate="no" className="text-14 font-medium">
              {use.actor.name ?? t("someone")}
            </span>
            <span className="verbatim block text-14 text-muted">
              {use.query === null ? t("wordsErased") : t("request", { text: use.query })}
            </span>
          </span>
          <span className="text-13">
            {t(`use.${use.use}`)}
            {use.outcome ? <span className="block text-muted">{t(`outcome.${use.outcome}`)}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
