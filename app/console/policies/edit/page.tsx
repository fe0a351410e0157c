import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { previewPolicy, publishPolicy, tryPolicy } from "@/app/console/policies/actions";
import { NotAllowed } from "@/components/console/not-allowed";
import { PolicyEditor } from "@/components/console/policy-editor";
import { PageTitle } from "@/components/shell/page-title";
import { requirePage } from "@/lib/server/session";
import { getPolicy } from "@/lib/services/policy/get-policy";
import { listPolicies } from "@/lib/services/policy/list-policies";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("policies");
  return { title: t("edit") };
}

export default async function EditPolicyPage() {
  const [{ ctx, person }, t] = await Promise.all([requirePage("console"), getTranslations("policies")]);
  if (!person.roles.includes("admin"))
    return (
      <>
        <PageTitle>{t("edit")}</PageTitle>
        <NotAllowed roles={["admin"]} />
      </>
    );
  const tenant = person.tenant.id;
  const [defaults, newest] = await Promise.all([
    getPolicy({ ctx, input: { tenant, version: 0 } }),
    listPolicies({ ctx, input: { tenant, limit: 1 } }),
  ]);
  const current = newest.items[0] ?? defaults;
  return (
    <div className="max-w-[56rem]">
      <p className="mb-3 text-13">
        <Link href="/console/policies" className="ink-link">
          {t("backToList")}
        </Link>
      </p>
      <PageTitle lead={t("editLead", { version: current.version })}>{t("edit")}</PageTitle>
      <PolicyEditor
        key={current.version}
        version={current.version}
        body={current.body}
        defaults={defaults.effective}
        preview={previewPolicy}
        publish={publishPolicy}
        tryOut={tryPolicy}
      />
    </div>
  );
}
