import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import type { Role } from "@/lib/contracts/principals";

/** A page that is there, and for whom; who gives that role. */
export function NotAllowed({ roles }: { roles: readonly Role[] }) {
  const t = useTranslations("list");
  const tRoles = useTranslations("roles");
  return (
    <EmptyState title={t("notAllowedTitle")}>
      {t("notAllowed", { roles: roles.map((role) => tRoles(role)).join(t("or")) })}
    </EmptyState>
  );
}
