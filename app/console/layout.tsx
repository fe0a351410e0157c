import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AccountMenu } from "@/app/account-menu";
import { toMenu } from "@/app/to-menu";
import { listPlaces } from "@/app/list-places";
import { listConsolePages } from "@/app/console/list-console-pages";
import { CommandPalette } from "@/components/shell/command-palette";
import { Shell } from "@/components/shell/shell";
import { Shortcuts } from "@/components/ui/shortcuts";
import { requirePage } from "@/lib/server/session";

/** The frame only; each page asks for its own right. The strip stays: acting on other people's memory is different. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const [{ person }, t, tRoles] = await Promise.all([
    requirePage("console"),
    getTranslations("shell"),
    getTranslations("roles"),
  ]);
  return (
    <Shortcuts enabled={person.preferences.shortcuts}>
      <Shell
        area="console"
        items={listConsolePages(person.roles).map(({ key, pages }) => ({
          key,
          label: t(`group.${key}`),
          items: pages.map((page) => ({
            href: page.path,
            label: t(page.key),
            exact: page.path === "/console",
          })),
        }))}
        other={{ href: "/me", label: t("toMe") }}
        menu={
          <>
            <CommandPalette
              area="console"
              places={listPlaces(
                listConsolePages(person.roles).flatMap(({ pages }) =>
                  pages.map(({ path, key }) => ({ href: path, name: key })),
                ),
                (name) => t(name as "overview"),
              )}
            />
            <AccountMenu person={toMenu(person)} />
          </>
        }
        isDemo={person.isDemo}
        strip={
          <section
            aria-label={t("stripLabel")}
            className="no-print sticky top-0 z-30 border-b border-rule-strong bg-wash"
          >
            <p className="mx-auto flex max-w-[90rem] flex-wrap gap-x-4 px-4 py-1.5 text-13 sm:px-6">
              <strong translate="no" className="font-semibold">
                {person.tenant.name}
              </strong>
              <span>
                {person.roles
                  .filter((role) => role !== "user")
                  .map((role) => tRoles(role))
                  .join(t("separator"))}
              </span>
              <span className="text-muted">{t("asOperator")}</span>
            </p>
          </section>
        }
      >
        {children}
      </Shell>
    </Shortcuts>
  );
}
