import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AccountMenu } from "@/app/account-menu";
import { toMenu } from "@/app/to-menu";
import { listPlaces, MY_PAGES } from "@/app/list-places";
import { listAreas } from "@/app/list-areas";
import { CommandPalette } from "@/components/shell/command-palette";
import { Shell } from "@/components/shell/shell";
import { Shortcuts } from "@/components/ui/shortcuts";
import { requirePage } from "@/lib/server/session";

/** The frame only; each page asks for its own right. */
export default async function MeLayout({ children }: { children: ReactNode }) {
  const [{ person }, t] = await Promise.all([requirePage("me"), getTranslations("shell")]);
  return (
    <Shortcuts enabled={person.preferences.shortcuts}>
      <Shell
        area="me"
        items={MY_PAGES.map(({ href, name }) => ({
          href,
          label: t(name as "overview"),
          exact: href === "/me",
        }))}
        other={listAreas(person.roles).console ? { href: "/console", label: t("toConsole") } : null}
        menu={
          <>
            <CommandPalette area="me" places={listPlaces(MY_PAGES, (name) => t(name as "overview"))} />
            <AccountMenu person={toMenu(person)} />
          </>
        }
        isDemo={person.isDemo}
      >
        {children}
      </Shell>
    </Shortcuts>
  );
}
