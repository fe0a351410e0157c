import { ROLES } from "@/lib/contracts/choices";
import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { addMember, resetPassword, setAccess, setRoles } from "@/app/console/members/actions";
import { type Query, readCursor, readFilter } from "@/app/console/read-filter";
import { loadPage } from "@/app/load-page";
import { AddMember } from "@/components/console/add-member";
import { ChangeMember } from "@/components/console/change-member";
import { FilterForm } from "@/components/console/filter-form";
import { ListPages } from "@/components/console/list-pages";
import { NotAllowed } from "@/components/console/not-allowed";
import { toAddress } from "@/components/console/to-address";
import { PageTitle } from "@/components/shell/page-title";
import { EmptyState } from "@/components/ui/empty-state";
import { QuietNote } from "@/components/ui/quiet-note";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { requirePage } from "@/lib/server/session";
import { listMembers } from "@/lib/services/member/list-members";

const PATH = "/console/members";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("members");
  return { title: t("title") };
}

export default async function MembersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [{ ctx, person }, query, t, tList, tRoles, tCommon] = await Promise.all([
    requirePage("console"),
    searchParams,
    getTranslations("members"),
    getTranslations("list"),
    getTranslations("roles"),
    getTranslations("common"),
  ]);
  if (!person.roles.includes("admin"))
    return (
      <>
        <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
        <NotAllowed roles={["admin"]} />
      </>
    );
  const cursor = readCursor(query);
  const { values, ignored } = readFilter(query, {
    q: (value) => value.length <= 200,
    role: (value) => ROLES.some((role) => role === value),
  });
  const role = ROLES.find((known) => known === values.role);
  const { list, cursorIgnored } = await loadPage(cursor, (position) =>
    listMembers({
      ctx,
      input: { ...position, ...(values.q && { q: values.q }), ...(role && { role }), limit: 50 },
    }),
  );
  return (
    <>
      <PageTitle lead={t("lead")} aside={<AddMember action={addMember} />}>
        {t("title")}
      </PageTitle>
      <FilterForm
        label={tList("filterOf", { list: t("title") })}
        path={PATH}
        values={values}
        fields={[
          { key: "q", label: t("search"), kind: "text" },
          {
            key: "role",
            label: t("role"),
            kind: "choice",
            any: tList("any"),
            options: ROLES.map((value) => ({ value, label: tRoles(value) })),
          },
        ]}
      />
      {ignored ? <QuietNote>{tList("ignored")}</QuietNote> : null}
      {cursorIgnored ? <QuietNote>{tCommon("cursorIgnored")}</QuietNote> : null}
      <p role="status" className="figures mb-2 text-13">
        {t("count", { count: list.total })}{" "}
        <span className="text-muted">
          {Object.keys(values).length > 0 ? tList("of", { count: list.all }) : null}{" "}
          {t("administrators", { count: list.administrators })}
        </span>
      </p>
      {list.items.length === 0 ? (
        <EmptyState title={tList("noMatchTitle")}>{tList("noMatch")}</EmptyState>
      ) : (
        <Table label={t("title")} className="min-w-[44rem]">
          <thead>
            <tr>
              <Th>{t("name")}</Th>
              <Th>{t("roles")}</Th>
              <Th>{t("access")}</Th>
              <Th>{t("since")}</Th>
              <Th>
                <span className="sr-only">{t("change")}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((member) => (
              <tr key={member.user_id} className="group hover:[&>*]:bg-wash">
                <RowHead className="max-w-72 min-w-44" translate="no">
                  <span className="block text-14 font-medium">{member.display_name}</span>
                  <span className="block break-all text-muted">{member.email}</span>
                  <code className="font-mono text-12 break-all text-muted">{member.scope}</code>
                </RowHead>
                <Td>{member.roles.map((one) => tRoles(one)).join(tList("or"))}</Td>
                <Td className={member.disabled_at ? "font-semibold text-danger" : ""}>
                  {t(member.disabled_at ? "mayNot" : "may")}
                </Td>
                <Td className="whitespace-nowrap">
                  <Time at={member.created_at} />
                  <Link
                    className="ink-link block"
                    href={toAddress("/console/audit", { actor: member.user_id }) as Route}
                  >
                    {t("itsActs")}
                  </Link>
                </Td>
                <Td className="text-right">
                  <ChangeMember
                    member={member}
                    isSelf={member.user_id === person.userId}
                    setRoles={setRoles}
                    setAccess={setAccess}
                    resetPassword={resetPassword}
                  />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <ListPages
        path={PATH}
        query={values}
        cursor={cursorIgnored ? undefined : cursor}
        next={list.next_cursor}
      />
    </>
  );
}
