import { getTranslations } from "next-intl/server";
import { PlainPage } from "@/components/shell/plain-page";
import { ButtonLink } from "@/components/ui/button";

export default async function NotFound() {
  const t = await getTranslations("notFound");
  return (
    <PlainPage title={t("title")}>
      <p className="text-muted">{t("text")}</p>
      <ButtonLink href="/" variant="primary" className="justify-self-start">
        {t("home")}
      </ButtonLink>
    </PlainPage>
  );
}
