"use client";

import { signOut } from "next-auth/react";
import { saveProfile } from "@/app/actions";
import type { MenuPerson } from "@/app/to-menu";
import { PreferencesMenu } from "@/components/shell/preferences-menu";

function leave() {
  void signOut({ callbackUrl: "/sign-in" });
}

/** Name, language, theme, zone, and the way out. */
export function AccountMenu({ person }: { person: MenuPerson }) {
  return <PreferencesMenu person={person} saveProfile={saveProfile} signOut={leave} />;
}
