import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { PageTitle } from "@/components/shell/page-title";
import { ButtonLink } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { requirePage } from "@/lib/server/session";
import { getOverview } from "@/lib/services/console/get-overview";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("console");
  return { title: t("title") };
}

export default async function ConsolePage() {
  const { ctx } = await requirePage("console");
  const [overview, t] = await Promise.all([getOverview({ ctx, input: {} }), getTranslations("console")]);
  const { memories, retrievals_24h: recalls, deletions, agents } = overview;
  const groups = [
    {
      key: "needs",
      rows: [
        { key: "pending", value: memories.pending_approval, href: "/console/approvals" },
        { key: "quarantined", value: memories.quarantined, href: "/console/quarantine" },
        { key: "conflicts", value: overview.conflicts_open, href: "/console/conflicts" },
        { key: "deletionsFailed", value: deletions.failed, href: "/console/deletions?status=failed" },
        { key: "deletionsOpen", value: deletions.open, href: "/console/deletions" },
        { key: "jobsFailing", value: overview.jobs_failing, href: "/console/jobs" },
      ],
    },
    {
      key: "held",
      rows: [
        { key: "active", value: memories.active, href: "/console/memories" },
        { key: "inferred", value: memories.inferred, href: "/console/memories?state=inferred" },
      ],
    },
    {
      key: "recall",
      rows: [
        { key: "recalls", value: recalls.total, href: "/console/traces" },
        { key: "recallsEmpty", value: recalls.empty, href: "/console/traces?flag=empty" },
        { key: "recallsDegraded", value: recalls.degraded, href: "/console/traces?flag=degraded" },
      ],
    },
    {
      key: "agents",
      rows: [
        { key: "agentsTotal", value: agents.total, href: "/console/agents" },
        { key: "agentsLive", value: agents.with_live_key, href: "/console/agents" },
      ],
    },
  ] as const;
  const sinceOf = (key: string): string | null =>
    key in overview.oldest ? overview.oldest[key as keyof typeof overview.oldest] : null;
  const calm = groups[0].rows.every(({ value }) => value === 0);
  return (
    <>
      <PageTitle lead={calm ? t("calm") : t("lead")}>{t("title")}</PageTitle>
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
        {groups.map((group) => (
          <section key={group.key} aria-labelledby={`group-${group.key}`}>
            <h2 id={`group-${group.key}`} className="border-b border-ink pb-1.5 text-16 font-semibold">
              {t(`group.${group.key}`)}
            </h2>
            <dl>
              {group.rows.map(({ key, value, ...row }) => (
                <div
                  key={key}
                  className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 border-b border-rule py-2"
                >
                  <dt className="font-normal">
                    {"href" in row ? (
                      <Link className="ink-link text-14 font-medium" href={row.href as Route}>
                        {t(`row.${key}`)}
                      </Link>
                    ) : (
                      <span className="text-14 font-medium">{t(`row.${key}`)}</span>
                    )}
                    <span className="block text-13 text-muted">{t(`means.${key}`)}</span>
                    {value > 0 && sinceOf(key) ? (
                      <span className="block text-13">
                        {t.rich("oldest", {
                          when: () => <Time at={sinceOf(key) ?? ""} style="relative" />,
                        })}
                      </span>
                    ) : null}
                  </dt>
                  <dd className="figures text-20 font-semibold">{t("number", { value })}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="mt-6 text-13 text-muted">
        {t.rich("asOf", { when: () => <Time at={overview.as_of} style="exact" /> })}
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        <ButtonLink href="/console/traces" variant="primary">
          {t("toTraces")}
        </ButtonLink>
        <ButtonLink href="/console/agents">{t("toAgents")}</ButtonLink>
      </div>
    </>
  );
}
