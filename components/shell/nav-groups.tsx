"use client";

import { clsx } from "clsx";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type NavItem, NavLinks } from "@/components/shell/nav-links";

export interface NavGroup {
  key: string;
  label: string;
  items: NavItem[];
}

const isAt = (path: string, item: NavItem): boolean =>
  item.exact ? path === item.href : path === item.href || path.startsWith(`${item.href}/`);

/**
 * Two rows: the areas of work, and under them the pages of the one you are in. A group of one page has no second row.
 * On a phone both scroll sideways inside themselves.
 */
export function NavGroups({ groups, label }: { groups: NavGroup[]; label: string }) {
  const path = usePathname();
  const current = groups.find(({ items }) => items.some((item) => isAt(path, item)));
  return (
    <>
      <nav aria-label={label} className="hide-scrollbar -mx-1 flex gap-1 overflow-x-auto">
        {groups.map(({ key, label: name, items: [first] }) =>
          first ? (
            <Link
              key={key}
              href={first.href as Route}
              aria-current={key === current?.key ? "true" : undefined}
              className={clsx(
                "border-b-[3px] px-1.5 pt-2 pb-1.5 text-14 whitespace-nowrap pointer-coarse:pt-3 pointer-coarse:pb-2.5 sm:mr-3",
                key === current?.key
                  ? "border-ink font-semibold"
                  : "border-transparent text-muted hover:border-rule-strong hover:text-ink",
              )}
            >
              {name}
            </Link>
          ) : null,
        )}
      </nav>
      {current && current.items.length > 1 ? (
        <div className="-mx-4 border-t border-rule px-4 sm:-mx-6 sm:px-6">
          <NavLinks items={current.items} label={current.label} />
        </div>
      ) : null}
    </>
  );
}
