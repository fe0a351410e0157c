import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { compareVersions, rollBackPolicy } from "@/app/console/policies/actions";
import { nameActors } from "@/app/console/name-actors";
import { type Query, readCursor } from "@/app/console/read-filter";
import { ListPages } from "@/components/console/list-pages";
import { NotAllowed } from "@/components/console/not-allowed";
import { RollBack } from "@/components/console/roll-back";
import { PageTitle } from "@/components/shell/page-title";
import { ButtonLink } from "@/components/ui/button";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { requirePage } from "@/lib/server/session";
import { getPolicy } from "@/lib/services/policy/get-policy";
import { listPolicies } from "@/lib/services/policy/list-policies";

const PATH = "/console/policies";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("policies");
  return { title: t("title") };
}

export default async function PoliciesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [{ ctx, person }, query, t] = await Promise.all([
    requirePage("console"),
    searchParams,
    getTranslations("policies"),
  ]);
  if (!person.roles.includes("admin"))
    return (
      <>
        <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
        <NotAllowed roles={["admin"]} />
      </>
    );
  const tenant = person.tenant.id;
  const cursor = readCursor(query);
  const [list, defaults] = await Promise.all([
    listPolicies({ ctx, input: { tenant, cursor, limit: 50 } }),
    getPolicy({ ctx, input: { tenant, version: 0 } }),
  ]);
  const versions = list.next_cursor === null ? [...list.items, defaults] : list.items;
  const inForce = defaults.in_force ? 0 : (versions.find(({ in_force }) => in_force)?.version ?? list.total);
  const names = await nameActors(
    ctx,
    list.items.flatMap(({ created_by }) => (created_by ? [created_by] : [])),
  );
  return (
    <>
      <PageTitle
        lead={t("lead")}
        aside={
          <ButtonLink href={`${PATH}/edit` as Route} variant="primary">
            {t("edit")}
          </ButtonLink>
        }
      >
        {t("title")}
      </PageTitle>
      <p role="status" className="figures mb-2 text-13">
        {t("count", { count: list.total })}{" "}
        <span className="text-muted">{t("inForceIs", { version: inForce })}</span>
      </p>
      <Table label={t("title")} className="min-w-[40rem]">
        <thead>
          <tr>
            <Th>{t("version")}</Th>
            <Th>{t("reason")}</Th>
            <Th>{t("by")}</Th>
            <Th>{t("when")}</Th>
            <Th>
              <span className="sr-only">{t("rollBack")}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {versions.map((policy) => (
            <tr key={policy.version} className="group hover:[&>*]:bg-wash">
              <RowHead className="whitespace-nowrap">
                <Link
                  href={`${PATH}/${policy.version}` as Route}
                  className="figures text-14 font-medium text-accent hover:underline"
                >
                  {t("versionNumber", { version: policy.version })}
                </Link>
                {policy.in_force ? <span className="block font-semibold">{t("inForce")}</span> : null}
              </RowHead>
              <Td className="min-w-56 max-w-96">
                {policy.reason === null ? (
                  <span className="text-muted">{t("defaultsMean")}</span>
                ) : (
                  <span className="verbatim line-clamp-3">{policy.reason}</span>
                )}
              </Td>
              <Td translate="no">
                {policy.created_by ? (names[policy.created_by] ?? policy.created_by) : "–"}
              </Td>
              <Td className="whitespace-nowrap">
                {policy.created_at ? <Time at={policy.created_at} style="minute" /> : "–"}
              </Td>
              <Td className="text-right">
                {policy.in_force ? null : (
                  <RollBack
                    version={policy.version}
                    inForce={inForce}
                    compare={compareVersions}
                    rollBack={rollBackPolicy}
                  />
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <ListPages path={PATH} query={{}} cursor={cursor} next={list.next_cursor} />
    </>
  );
}
