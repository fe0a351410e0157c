"use client";

import LogOut from "lucide-react/icons/log-out";
import Settings2 from "lucide-react/icons/settings-2";
import { useRouter } from "next/navigation";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { useEffect, useMemo, useState } from "react";
import { toast } from "sonner";
import { useAnnounce } from "@/components/ui/live-region";
import { Menu, MenuChoices, MenuItem, MenuNote, MenuSeparator } from "@/components/ui/menu";
import type { Action } from "@/components/ui/use-action";
import type { Preferences, UpdateProfileInput } from "@/lib/contracts/pages";

interface Props {
  /** Who is signed in; without it the choices live in this browser only. */
  person: { displayName: string; email: string; theme: Preferences["theme"] } | null;
  saveProfile: Action<UpdateProfileInput, unknown> | null;
  signOut: (() => void) | null;
}

const LOCALES = [
  { value: "en", label: "English", lang: "en" },
  { value: "zh-CN", label: "简体中文", lang: "zh-CN" },
];

export function PreferencesMenu({ person, saveProfile, signOut }: Props) {
  const t = useTranslations("shell");
  const tErrors = useTranslations("errors");
  const router = useRouter();
  const locale = useLocale();
  const zone = useTimeZone() ?? "UTC";
  const announce = useAnnounce();
  const { theme, setTheme } = useTheme();
  const [browserZone, setBrowserZone] = useState<string | null>(null);
  useEffect(() => setBrowserZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);

  // Chosen on another device: the account's theme wins over what this browser remembers.
  const kept = person?.theme;
  useEffect(() => {
    if (kept) setTheme(kept);
  }, [kept, setTheme]);

  async function save(change: UpdateProfileInput) {
    if (change.locale)
      document.cookie = `keepsake-locale=${change.locale}; path=/; max-age=31536000; samesite=lax`;
    if (saveProfile) {
      const result = await saveProfile(change).catch(() => null);
      if (!result?.ok) {
        const text = tErrors("notSaved");
        toast.error(text);
        announce(text, "assertive");
        return;
      }
    }
    router.refresh();
  }

  const zones = useMemo(() => {
    const names = new Set(["UTC", zone, ...(browserZone ? [browserZone] : []), "Asia/Shanghai"]);
    return [...names].map((name) => ({
      value: name,
      label: name === browserZone ? t("zoneHere", { name }) : name,
    }));
  }, [zone, browserZone, t]);
  const themes = useMemo(
    () => [
      { value: "system", label: t("themeSystem") },
      { value: "light", label: t("themeLight") },
      { value: "dark", label: t("themeDark") },
    ],
    [t],
  );

  return (
    <Menu
      label={person ? t("menuOf", { name: person.displayName }) : t("menu")}
      trigger={
        <>
          <Settings2 aria-hidden="true" />
          <span translate={person ? "no" : undefined} className="hidden max-w-40 truncate sm:inline">
            {person?.displayName ?? t("menu")}
          </span>
        </>
      }
    >
      {person ? (
        <>
          <MenuNote>
            <span translate="no" className="block font-semibold">
              {person.displayName}
            </span>
            <span translate="no" className="block break-all text-muted">
              {person.email}
            </span>
          </MenuNote>
          <MenuSeparator />
        </>
      ) : null}
      <MenuChoices
        label={t("language")}
        value={locale}
        options={LOCALES}
        onChange={(next) => save({ locale: next as "en" | "zh-CN" })}
      />
      <MenuChoices
        label={t("theme")}
        value={theme ?? "system"}
        options={themes}
        onChange={(next) => {
          setTheme(next);
          if (person) void save({ theme: next as "system" | "light" | "dark" });
        }}
      />
      {person ? (
        <MenuChoices
          label={t("timeZone")}
          value={zone}
          options={zones}
          onChange={(next) => save({ time_zone: next })}
        />
      ) : null}
      {signOut ? (
        <>
          <MenuSeparator />
          <MenuItem onSelect={signOut}>
            <LogOut aria-hidden="true" className="size-4" />
            {t("signOut")}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}
