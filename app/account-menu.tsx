"use client";

import { saveProfile } from "@/app/actions";
import type { MenuPerson } from "@/app/to-menu";
import { PreferencesMenu } from "@/components/shell/preferences-menu";

/** What it takes to leave is fetched when somebody leaves, not with every page. */
async function leave(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ callbackUrl: "/sign-in" });
}

/** Name, language, theme, zone, and the way out. */
export function AccountMenu({ person }: { person: MenuPerson }) {
  return <PreferencesMenu person={person} saveProfile={saveProfile} signOut={() => void leave()} />;
}
