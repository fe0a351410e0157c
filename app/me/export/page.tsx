import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { exportMine, takeExport } from "@/app/me/export/actions";
import { ExportLine, ExportRequest } from "@/components/memory/export/export-lines";
import { PageTitle } from "@/components/shell/page-title";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import { requirePage } from "@/lib/server/session";
import { listMyExports } from "@/lib/services/me/list-exports";

const LEFT_OUT = ["erased", "others", "keys"] as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("exportMine");
  return { title: t("title") };
}

export default async function ExportPage() {
  const { ctx } = await requirePage("me");
  const [records, t] = await Promise.all([listMyExports({ ctx, input: {} }), getTranslations("exportMine")]);
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      <Section title={t("new")}>
        <ExportRequest request={exportMine} waiting={records.some(({ state }) => state === "queued")} />
        <h3 className="mt-4 text-14 font-semibold">{t("leftOut")}</h3>
        <ul className="mt-1 list-disc pl-5 text-14">
          {LEFT_OUT.map((name) => (
            <li key={name}>{t(`leftOutOf.${name}`)}</li>
          ))}
        </ul>
      </Section>
      <Section title={t("earlier")}>
        {records.length === 0 ? (
          <div className="mt-3">
            <EmptyState title={t("emptyTitle")}>{t("emptyText")}</EmptyState>
          </div>
        ) : (
          <ul>
            {records.map((record) => (
              <ExportLine key={record.export_id} record={record} take={takeExport} />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}
