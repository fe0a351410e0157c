"use client";

import { clsx } from "clsx";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

export interface NavItem {
  href: string;
  label: string;
  /** Only this very page, not those below it. */
  exact?: boolean;
}

export function NavLinks({ items, label }: { items: NavItem[]; label: string }) {
  const path = usePathname();
  const bar = useRef<HTMLElement>(null);
  // On a phone the row is wider than the screen: where one is must be in sight. Only the row moves, never the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path has another link that is here
  useEffect(() => {
    const row = bar.current;
    const here = row?.querySelector<HTMLElement>("[aria-current=page]");
    if (!row || !here) return;
    const outside = here.getBoundingClientRect().right - row.getBoundingClientRect().right;
    if (outside > 0) row.scrollLeft += outside;
  }, [path]);
  return (
    <nav ref={bar} aria-label={label} className="hide-scrollbar -mx-1 flex gap-1 overflow-x-auto">
      {items.map((item) => {
        const here = item.exact ? path === item.href : path === item.href || path.startsWith(`${item.href}/`);
        return (
          <Link
            key={item.href}
            href={item.href as Route}
            aria-current={here ? "page" : undefined}
            className={clsx(
              "border-b-[3px] px-1.5 pt-2 pb-1.5 text-14 whitespace-nowrap pointer-coarse:pt-3 pointer-coarse:pb-2.5 sm:mr-3",
              here
                ? "border-ink font-semibold"
                : "border-transparent text-muted hover:border-rule-strong hover:text-ink",
            )}
          >
            {item.label}
          </Link>
        );
      })}
    </nav>
  );
}
