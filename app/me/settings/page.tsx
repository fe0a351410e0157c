import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { saveProfile } from "@/app/actions";
import { changeMyPassword, chooseMyTopic, pauseMine, resumeMine } from "@/app/me/settings/actions";
import { ChangePassword } from "@/components/settings/change-password";
import { PausePanel } from "@/components/settings/pause-panel";
import { Keys, Look, ZoneAndLanguage } from "@/components/settings/profile-choices";
import { TopicChoices } from "@/components/settings/topic-choices";
import { PageTitle } from "@/components/shell/page-title";
import { ButtonLink } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { requirePage } from "@/lib/server/session";
import { getSettings } from "@/lib/services/me/get-settings";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("title") };
}

export default async function SettingsPage() {
  const { ctx, person } = await requirePage("me");
  const [settings, t] = await Promise.all([getSettings({ ctx, input: {} }), getTranslations("settings")]);
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      <Section title={t("pause.title")}>
        <PausePanel
          key={String(settings.controls.paused)}
          controls={settings.controls}
          pause={pauseMine}
          resume={resumeMine}
        />
      </Section>
      <Section title={t("topics.title")}>
        <TopicChoices settings={settings} choose={chooseMyTopic} />
      </Section>
      <Section title={t("profile.place")}>
        <ZoneAndLanguage save={saveProfile} />
      </Section>
      <Section title={t("profile.look")}>
        <Look preferences={person.preferences} save={saveProfile} />
      </Section>
      <Section title={t("remove.title")}>
        <div className="grid gap-3 py-4">
          <p className="measure text-14 text-muted">{t("remove.text")}</p>
          <ButtonLink variant="warning" className="justify-self-start" href="/me/delete">
            {t("remove.go")}
          </ButtonLink>
        </div>
      </Section>
      {settings.has_password ? (
        <Section title={t("password.title")}>
          <ChangePassword action={changeMyPassword} />
        </Section>
      ) : null}
      <Section title={t("keys.title")}>
        <Keys preferences={person.preferences} save={saveProfile} />
      </Section>
    </>
  );
}
