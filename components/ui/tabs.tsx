import { clsx } from "clsx";
import type { Route } from "next";
import Link from "next/link";

/** Index tabs that live in the address: each is a link, so that Back, a new window and no script all work. */
export function TabLinks({
  label,
  current,
  tabs,
}: {
  label: string;
  current: string;
  tabs: { key: string; label: string; href: string }[];
}) {
  return (
    <nav aria-label={label} className="no-print hide-scrollbar -mb-px flex gap-1 overflow-x-auto">
      {tabs.map((tab) => {
        const here = tab.key === current;
        return (
          <Link
            key={tab.key}
            href={tab.href as Route}
            scroll={false}
            aria-current={here ? "page" : undefined}
            className={clsx(
              "rounded-t-control border px-3.5 py-2 text-14 whitespace-nowrap",
              here
                ? "border-rule-strong border-b-sheet bg-sheet font-semibold"
                : "border-transparent text-muted hover:text-ink",
            )}
          >
            {tab.label}
          </Link>
        );
      })}
    </nav>
  );
}
