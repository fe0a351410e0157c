"use client";

import { DENSITIES, THEMES } from "@/lib/contracts/choices";
import { useRouter } from "next/navigation";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { type ReactNode, useState } from "react";
import { RadioList } from "@/components/ui/radio-list";
import { SavedNote } from "@/components/ui/saved-note";
import { Select } from "@/components/ui/select";
import type { Action } from "@/components/ui/use-action";
import { useSaving } from "@/components/ui/use-saving";
import type { Preferences, UpdateProfileInput } from "@/lib/contracts/pages";
import type { Locale } from "@/lib/contracts/principals";

type Save = Action<UpdateProfileInput, unknown>;

function Row({ state, children }: { state: "idle" | "saving" | "saved" | "failed"; children: ReactNode }) {
  return (
    <div className="grid gap-x-5 border-b border-rule py-4 sm:grid-cols-[minmax(0,1fr)_6.5rem] sm:items-end">
      {children}
      <SavedNote state={state} />
    </div>
  );
}

/** The zones of this platform, the ones that matter here first. */
function listZones(...first: string[]): string[] {
  return [...new Set([...first, "UTC", ...Intl.supportedValuesOf("timeZone")])];
}

export function ZoneAndLanguage({ save: action }: { save: Save }) {
  const t = useTranslations("settings.profile");
  const router = useRouter();
  const locale = useLocale() as Locale;
  const zone = useTimeZone() ?? "UTC";
  const language = useSaving(action);
  const clock = useSaving(action);
  return (
    <>
      <Row state={language.state}>
        <RadioList
          legend={t("language")}
          inline
          value={locale}
          disabled={language.state === "saving"}
          options={[
            { value: "en", label: "English", lang: "en" },
            { value: "zh-CN", label: "简体中文", lang: "zh-CN" },
          ]}
          onChange={async (next) => {
            if (!(await language.save({ locale: next }))) return;
            // Before somebody has signed in, this browser's pages speak their language too.
            document.cookie = `keepsake-locale=${next}; path=/; max-age=31536000; samesite=lax`;
            router.refresh();
          }}
        />
      </Row>
      <Row state={clock.state}>
        <Select
          label={t("zone")}
          value={zone}
          disabled={clock.state === "saving"}
          onChange={async (event) => {
            if (await clock.save({ time_zone: event.target.value })) router.refresh();
          }}
          options={listZones(zone).map((name) => ({ value: name, label: name, isName: true }))}
        />
      </Row>
    </>
  );
}

/** Single keys act on the page that is shown; whoever dictates, or presses keys by accident, turns them off. */
export function Keys({ preferences, save: action }: { preferences: Preferences; save: Save }) {
  const t = useTranslations("settings.keys");
  const router = useRouter();
  const [on, setOn] = useState(preferences.shortcuts);
  const keys = useSaving(action);
  return (
    <Row state={keys.state}>
      <label className="inline-flex min-h-7 items-baseline gap-2 text-14 pointer-coarse:min-h-11 pointer-coarse:items-center">
        <input
          type="checkbox"
          checked={on}
          onChange={async (event) => {
            const wanted = event.target.checked;
            setOn(wanted);
            if (await keys.save({ shortcuts: wanted })) router.refresh();
            else setOn(!wanted);
          }}
          className="size-4 shrink-0 translate-y-0.5 accent-accent"
        />
        {t("single")}
      </label>
    </Row>
  );
}

export function Look({ preferences, save: action }: { preferences: Preferences; save: Save }) {
  const t = useTranslations("settings.profile");
  const router = useRouter();
  const { setTheme } = useTheme();
  const [theme, setShownTheme] = useState(preferences.theme ?? "system");
  const [density, setDensity] = useState(preferences.density);
  const look = useSaving(action);
  const rows = useSaving(action);
  return (
    <>
      <Row state={look.state}>
        <RadioList
          legend={t("theme")}
          inline
          value={theme}
          options={THEMES.map((value) => ({ value, label: t(`themes.${value}`) }))}
          onChange={(next) => {
            setShownTheme(next);
            setTheme(next);
            void look.save({ theme: next });
          }}
        />
      </Row>
      <Row state={rows.state}>
        <RadioList
          legend={t("density")}
          inline
          value={density}
          options={DENSITIES.map((value) => ({ value, label: t(`densities.${value}`) }))}
          onChange={async (next) => {
            setDensity(next);
            if (await rows.save({ density: next })) router.refresh();
            else setDensity(density);
          }}
        />
      </Row>
    </>
  );
}
