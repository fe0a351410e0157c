import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AccountMenu } from "@/app/account-menu";
import { toMenu } from "@/app/to-menu";
import { listAreas } from "@/app/list-areas";
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
        items={[
          { href: "/me", label: t("overview"), exact: true },
          { href: "/me/memories", label: t("memories") },
          { href: "/me/review", label: t("review") },
          { href: "/me/agents", label: t("myAgents") },
          { href: "/me/activity", label: t("activity") },
          { href: "/me/receipts", label: t("receipts") },
          { href: "/me/settings", label: t("settings") },
        ]}
        other={listAreas(person.roles).console ? { href: "/console", label: t("toConsole") } : null}
        menu={<AccountMenu person={toMenu(person)} />}
        isDemo={person.isDemo}
      >
        {children}
      </Shell>
    </Shortcuts>
  );
}
