import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { listParts } from "@/app/console/health/list-parts";
import { PartStamp } from "@/components/console/part-state";
import { PageTitle } from "@/components/shell/page-title";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { readReadiness } from "@/lib/server/readiness";
import { getRuntime } from "@/lib/server/runtime";
import { requirePage } from "@/lib/server/session";
import { getHealth } from "@/lib/services/job/get-health";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("health");
  return { title: t("title") };
}

export default async function HealthPage() {
  const [{ ctx }, t] = await Promise.all([requirePage("console"), getTranslations("health")]);
  const runtime = await getRuntime();
  const [readiness, health] = await Promise.all([readReadiness(runtime), getHealth({ ctx, input: {} })]);
  const parts = listParts(readiness, health, runtime.environment.KEEPSAKE_LLM_MODEL ?? null);
  const bad = parts.filter(({ state }) => state === "failed" || state === "warning").length;
  return (
    <>
      <PageTitle lead={bad === 0 ? t("allWell") : t("notWell", { count: bad })}>{t("title")}</PageTitle>
      <Table label={t("title")} className="min-w-[34rem]">
        <thead>
          <tr>
            <Th>{t("part")}</Th>
            <Th>{t("stateHead")}</Th>
            <Th>{t("saysHead")}</Th>
            <Th>{t("lastGood")}</Th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.key}>
              <RowHead className="min-w-36">
                {part.href ? (
                  <Link href={part.href as Route} className="text-14 font-medium text-accent hover:underline">
                    {t(`parts.${part.key}`)}
                  </Link>
                ) : (
                  <span className="text-14 font-medium">{t(`parts.${part.key}`)}</span>
                )}
              </RowHead>
              <Td className="whitespace-nowrap">
                <PartStamp state={part.state} />
              </Td>
              <Td className="figures min-w-56">
                {t.rich(
                  `says.${part.says}` as never,
                  {
                    ...part.numbers,
                    name: (chunks: React.ReactNode) => (
                      <span translate="no" className="font-mono text-12">
                        {chunks}
                      </span>
                    ),
                  } as never,
                )}
              </Td>
              <Td>
                {part.lastGoodAt ? (
                  <Time at={part.lastGoodAt} style="exact" />
                ) : (
                  <span className="text-muted">{t("unknown")}</span>
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="mt-4 text-13 text-muted">
        {t.rich("asOf", { when: () => <Time at={health.as_of} style="exact" /> })}
      </p>
    </>
  );
}
