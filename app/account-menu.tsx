"use client";

import { signOut } from "next-auth/react";
import { saveProfile } from "@/app/actions";
import { PreferencesMenu } from "@/components/shell/preferences-menu";

function leave() {
  void signOut({ callbackUrl: "/sign-in" });
}

/** Name, language, theme, zone, and the way out. */
export function AccountMenu({ person }: { person: { displayName: string; email: string } }) {
  return <PreferencesMenu person={person} saveProfile={saveProfile} signOut={leave} />;
}
