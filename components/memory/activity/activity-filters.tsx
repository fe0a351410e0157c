import { clsx } from "clsx";
import X from "lucide-react/icons/x";
import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ActivityKind } from "@/lib/contracts/pages";

function Chip({ href, children }: { href: string; children: ReactNode }) {
  const t = useTranslations("activity");
  return (
    <Link
      href={href as Route}
      className="inline-flex min-h-7 items-center gap-1.5 rounded-control border border-accent bg-accent-wash px-2 text-13 text-accent hover:underline pointer-coarse:min-h-11"
    >
      <span className="max-w-56 truncate">{children}</span>
      <X aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{t("removeFilter")}</span>
    </Link>
  );
}

/** Filters that live in the address; each is a link, so that Back undoes it. */
export function ActivityFilters({
  kinds,
  agent,
  memory,
}: {
  kinds: { kind: ActivityKind | null; href: string; here: boolean }[];
  agent: { name: string | null; clear: string } | null;
  memory: { clear: string } | null;
}) {
  const t = useTranslations("activity");
  return (
    <div className="grid gap-3">
      <nav aria-label={t("filter")} className="flex flex-wrap gap-1.5">
        {kinds.map(({ kind, href, here }) => (
          <Link
            key={kind ?? "all"}
            href={href as Route}
            aria-current={here ? "true" : undefined}
            className={clsx(
              "inline-flex min-h-8 items-center rounded-control border px-2.5 text-14 pointer-coarse:min-h-11",
              here ? "border-ink bg-ink font-medium text-paper" : "border-rule-strong text-ink hover:bg-wash",
            )}
          >
            {t(`kind.${kind ?? "all"}`)}
          </Link>
        ))}
      </nav>
      {agent || memory ? (
        <p className="flex flex-wrap gap-2">
          {agent ? (
            <Chip href={agent.clear}>
              {t.rich("byAgent", {
                agent: agent.name ?? t("somebody"),
                name: (chunks) => <span translate={agent.name ? "no" : undefined}>{chunks}</span>,
              })}
            </Chip>
          ) : null}
          {memory ? <Chip href={memory.clear}>{t("oneMemory")}</Chip> : null}
        </p>
      ) : null}
    </div>
  );
}
