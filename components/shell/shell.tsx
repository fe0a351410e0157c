import type { Route } from "next";
import Link from "next/link";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type NavGroup, NavGroups } from "@/components/shell/nav-groups";
import { type NavItem, NavLinks } from "@/components/shell/nav-links";
import { OfflineBanner } from "@/components/shell/offline-banner";
import { Wordmark } from "@/components/shell/wordmark";

interface Props {
  area: "me" | "console";
  items: NavItem[] | NavGroup[];
  /** The other area, when this person has both. */
  other: { href: string; label: string } | null;
  menu: ReactNode;
  /** What must stay in sight: whose data, in which role. */
  strip?: ReactNode;
  isDemo: boolean;
  children: ReactNode;
}

const isGrouped = (items: NavItem[] | NavGroup[]): items is NavGroup[] =>
  items.some((item) => "items" in item);

/** Masthead, index and page. `/me` is one column to read; `/console` is wide and dense. */
export function Shell({ area, items, other, menu, strip, isDemo, children }: Props) {
  const t = useTranslations("shell");
  const width = area === "me" ? "max-w-[46rem]" : "max-w-[90rem]";
  return (
    <div className="flex min-h-dvh flex-col">
      <OfflineBanner />
      <header className="no-print border-b border-ink bg-paper">
        {isDemo ? (
          <p className="hatched border-b border-rule px-4 py-0.5 text-center text-12">
            <span className="bg-paper px-2">{t("demo")}</span>
          </p>
        ) : null}
        <div className={clsx("mx-auto px-4 sm:px-6", width)}>
          <div className="flex items-center justify-between gap-3 pt-3">
            <Link href={`/${area}` as Route} className="rounded-control pointer-coarse:py-2.5">
              <Wordmark />
            </Link>
            <div className="flex items-center gap-1">
              {other ? (
                <Link
                  href={other.href as Route}
                  className="ink-link rounded-control px-2 py-1 text-14 pointer-coarse:py-2.5"
                >
                  {other.label}
                </Link>
              ) : null}
              {menu}
            </div>
          </div>
          <div className="mt-1">
            {isGrouped(items) ? (
              <NavGroups groups={items} label={t("navConsole")} />
            ) : (
              <NavLinks items={items} label={t(area === "me" ? "navMe" : "navConsole")} />
            )}
          </div>
        </div>
      </header>
      {strip}
      <main
        id="content"
        tabIndex={-1}
        className={clsx(
          "mx-auto w-full flex-1 px-4 pt-8 pb-20 outline-none sm:px-6",
          width,
          area === "console" ? "text-13" : "text-16",
        )}
      >
        {children}
      </main>
      <footer className={clsx("no-print mx-auto w-full px-4 pb-6 text-12 text-muted sm:px-6", width)}>
        <p className="border-t border-rule pt-3">{t(area === "me" ? "footerMe" : "footerConsole")}</p>
      </footer>
    </div>
  );
}
