import type { Route } from "next";
import { useTranslations } from "next-intl";
import { toAddress } from "@/components/console/to-address";
import { ButtonLink } from "@/components/ui/button";

/** Where a long list goes on, with its filter kept. */
export function ListPages({
  path,
  query,
  cursor,
  next,
}: {
  path: string;
  query: Record<string, string>;
  cursor: string | undefined;
  next: string | null;
}) {
  const t = useTranslations("list");
  if (!cursor && !next) return null;
  return (
    <nav aria-label={t("pages")} className="mt-4 flex flex-wrap gap-2">
      {cursor ? <ButtonLink href={toAddress(path, query) as Route}>{t("first")}</ButtonLink> : null}
      {next ? (
        <ButtonLink href={toAddress(path, { ...query, cursor: next }) as Route}>{t("next")}</ButtonLink>
      ) : null}
    </nav>
  );
}
