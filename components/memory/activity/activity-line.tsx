import Cog from "lucide-react/icons/settings-2";
import Download from "lucide-react/icons/download";
import Eye from "lucide-react/icons/eye";
import type { LucideIcon } from "lucide-react";
import PenLine from "lucide-react/icons/pen-line";
import Plus from "lucide-react/icons/plus";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import Trash2 from "lucide-react/icons/trash-2";
import type { ActivityGroupLine } from "@/components/memory/activity/group-activity";
import { Time } from "@/components/ui/time";
import type { ActivityKind } from "@/lib/contracts/pages";

const ICONS: Record<ActivityKind, LucideIcon> = {
  learned: Plus,
  changed: PenLine,
  used: ArrowUpRight,
  viewed: Eye,
  exported: Download,
  deleted: Trash2,
  settings: Cog,
};

/** One sentence: who did what, to which memory, when. */
export function ActivityLine({ line }: { line: ActivityGroupLine }) {
  const t = useTranslations("activity");
  const { entry, times } = line;
  const Icon = ICONS[entry.kind];
  const actor =
    entry.actor.kind === "job" || entry.actor.kind === "admin" ? t(`who.${entry.actor.kind}`) : null;
  const key = `code.${entry.code.replace(".", "_")}`;
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 border-b border-rule py-3 sm:grid-cols-[1.25rem_minmax(0,1fr)_auto]">
      <Icon aria-hidden="true" className="mt-1 size-4 text-muted" />
      <div className="min-w-0">
        <p className="text-14">
          {t.rich(t.has(key as never) ? (key as never) : "code.other", {
            actor: actor ?? entry.actor.name ?? t("somebody"),
            who: (chunks) => (
              <strong translate={actor || !entry.actor.name ? undefined : "no"} className="font-medium">
                {chunks}
              </strong>
            ),
            agent: entry.about_agent?.name ?? t("somebody"),
            name: (chunks) => <span translate="no">{chunks}</span>,
            count: entry.count ?? 1,
          })}
          {times > 1 ? <span className="text-muted"> {t("times", { count: times })}</span> : null}
        </p>
        {entry.memory ? (
          <Link
            href={`/me/memories/${entry.memory.memory_id}` as Route}
            className={
              entry.memory.words === null
                ? "ink-link text-14"
                : "verbatim line-clamp-2 text-16 hover:text-accent"
            }
          >
            {entry.memory.words ?? t("wordsErased")}
          </Link>
        ) : null}
        {entry.deletion_id ? (
          <Link href={`/me/receipts/${entry.deletion_id}` as Route} className="ink-link text-14">
            {t("toReceipt")}
          </Link>
        ) : null}
      </div>
      <p className="col-start-2 text-13 text-muted sm:col-start-auto sm:pt-0.5">
        <Time at={entry.at} style="minute" />
      </p>
    </li>
  );
}
