import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { compareVersions, rollBackPolicy } from "@/app/console/policies/actions";
import { loadOrNotFound } from "@/app/console/load-or-not-found";
import { nameActors } from "@/app/console/name-actors";
import type { Query } from "@/app/console/read-filter";
import { NotAllowed } from "@/components/console/not-allowed";
import { PolicyChanges } from "@/components/console/policy-changes";
import { RollBack } from "@/components/console/roll-back";
import { Particulars } from "@/components/review/particulars";
import { PageTitle } from "@/components/shell/page-title";
import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { versionParam } from "@/lib/contracts/policies";
import { requirePage } from "@/lib/server/session";
import { comparePolicies } from "@/lib/services/policy/compare-policies";
import { getPolicy } from "@/lib/services/policy/get-policy";
import { listPolicies } from "@/lib/services/policy/list-policies";

interface Props {
  params: Promise<{ version: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("policies");
  return { title: t("title") };
}

export default async function PolicyPage({ params, searchParams }: Props) {
  const [{ ctx, person }, { version: text }, query, t] = await Promise.all([
    requirePage("console"),
    params,
    searchParams,
    getTranslations("policies"),
  ]);
  if (!versionParam.safeParse(text).success) notFound();
  if (!person.roles.includes("admin"))
    return (
      <>
        <PageTitle>{t("title")}</PageTitle>
        <NotAllowed roles={["admin"]} />
      </>
    );
  const tenant = person.tenant.id;
  const version = Number(text);
  const policy = await loadOrNotFound(() => getPolicy({ ctx, input: { tenant, version } }));
  const newest = await listPolicies({ ctx, input: { tenant, limit: 1 } });
  const inForce = newest.items[0]?.version ?? 0;
  const wanted = versionParam.safeParse(query.against).success
    ? Number(query.against)
    : Math.max(0, version - 1);
  const against = wanted <= inForce ? wanted : 0;
  const [{ changes }, names] = await Promise.all([
    comparePolicies({ ctx, input: { tenant, from: against, to: version } }),
    nameActors(ctx, policy.created_by ? [policy.created_by] : []),
  ]);
  const json = JSON.stringify(policy.body, null, 2);
  return (
    <div className="max-w-[64rem]">
      <p className="mb-3 text-13">
        <Link href="/console/policies" className="ink-link">
          {t("backToList")}
        </Link>
      </p>
      <PageTitle
        lead={policy.in_force ? t("inForceNow") : t("notInForce", { version: inForce })}
        aside={
          policy.in_force ? null : (
            <RollBack
              version={version}
              inForce={inForce}
              compare={compareVersions}
              rollBack={rollBackPolicy}
            />
          )
        }
      >
        {t("versionNumber", { version })}
      </PageTitle>
      {policy.created_at && policy.created_by ? (
        <Particulars
          rows={[
            { name: t("reason"), value: <span className="verbatim">{policy.reason}</span> },
            {
              name: t("by"),
              value: <span translate="no">{names[policy.created_by] ?? policy.created_by}</span>,
            },
            { name: t("when"), value: <Time at={policy.created_at} style="exact" /> },
          ]}
        />
      ) : (
        <p className="text-14 text-muted">{t("defaultsMean")}</p>
      )}
      {version > 0 ? (
        <Section title={t("changesAgainst", { version: against })}>
          <form className="my-3 flex flex-wrap items-end gap-2">
            <label className="grid gap-1 text-14 font-medium">
              {t("compareWith")}
              <input
                name="against"
                type="number"
                min={0}
                max={inForce}
                defaultValue={against}
                className="w-28 rounded-control border border-control bg-sheet px-3 py-1.5 pointer-coarse:min-h-11"
              />
            </label>
            <button
              type="submit"
              className="min-h-9 rounded-control border border-control bg-sheet px-3.5 text-14 font-medium hover:bg-wash pointer-coarse:min-h-11"
            >
              {t("compare")}
            </button>
          </form>
          <PolicyChanges changes={changes} />
        </Section>
      ) : null}
      <Section
        title={t("ownValues")}
        aside={version > 0 ? <CopyButton text={json} label={t("copyJson")} showLabel /> : null}
      >
        <p className="my-2 text-13 text-muted">{t("ownValuesMean")}</p>
        <pre className="verbatim border border-rule bg-sheet p-3 font-mono text-12">{json}</pre>
      </Section>
      <details className="mt-6">
        <summary className="inline-block min-h-6 text-13 text-accent">{t("effective")}</summary>
        <pre className="verbatim mt-1 border border-rule bg-sheet p-3 font-mono text-12">
          {JSON.stringify(policy.effective, null, 2)}
        </pre>
      </details>
    </div>
  );
}
