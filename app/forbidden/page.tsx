import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PlainPage } from "@/components/shell/plain-page";
import { ButtonLink } from "@/components/ui/button";
import { requirePage } from "@/lib/server/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("forbidden");
  return { title: t("title") };
}

export default async function ForbiddenPage() {
  const [{ person }, t, tRoles] = await Promise.all([
    requirePage("any"),
    getTranslations("forbidden"),
    getTranslations("roles"),
  ]);
  return (
    <PlainPage title={t("title")}>
      <p>{t("which", { roles: person.roles.map((role) => tRoles(role)).join(t("separator")) })}</p>
      <p className="text-muted">
        {t.rich("who", {
          organisation: person.tenant.name,
          name: (chunks) => <span translate="no">{chunks}</span>,
        })}
      </p>
      <ButtonLink href="/me" variant="primary" className="justify-self-start">
        {t("toMe")}
      </ButtonLink>
    </PlainPage>
  );
}
