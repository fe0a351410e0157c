import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { type Query, readCursor, readFilter } from "@/app/console/read-filter";
import { loadPage } from "@/app/load-page";
import { FilterForm } from "@/components/console/filter-form";
import { ListPages } from "@/components/console/list-pages";
import { PlaceMark } from "@/components/console/place-mark";
import { DeletionStamp } from "@/components/receipt/deletion-stamp";
import { PageTitle } from "@/components/shell/page-title";
import { EmptyState } from "@/components/ui/empty-state";
import { QuietNote } from "@/components/ui/quiet-note";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { DELETION_TARGETS, deletionStatus } from "@/lib/contracts/deletions";
import { requirePage } from "@/lib/server/session";
import { listDeletionWork } from "@/lib/services/job/list-deletion-work";

const PATH = "/console/deletions";
const STATUSES = deletionStatus.options;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("deletions");
  return { title: t("title") };
}

export default async function DeletionsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [{ ctx }, query, t, tList, tStates, tTargets, tCommon] = await Promise.all([
    requirePage("console"),
    searchParams,
    getTranslations("deletions"),
    getTranslations("list"),
    getTranslations("deletionStates"),
    getTranslations("targets"),
    getTranslations("common"),
  ]);
  const cursor = readCursor(query);
  const { values, ignored } = readFilter(query, {
    status: (value) => STATUSES.some((status) => status === value),
    store: (value) => DELETION_TARGETS.some((target) => target === value),
  });
  const status = STATUSES.find((known) => known === values.status);
  const { list, cursorIgnored } = await loadPage(cursor, (position) =>
    listDeletionWork({
      ctx,
      input: {
        ...position,
        ...(status && { status }),
        ...(values.store && { store: values.store }),
        limit: 50,
      },
    }),
  );
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      <FilterForm
        label={tList("filterOf", { list: t("title") })}
        path={PATH}
        values={values}
        fields={[
          {
            key: "status",
            label: t("status"),
            kind: "choice",
            any: tList("any"),
            options: STATUSES.map((value) => ({ value, label: tStates(value) })),
          },
          {
            key: "store",
            label: t("openIn"),
            kind: "choice",
            any: tList("any"),
            options: DELETION_TARGETS.map((value) => ({ value, label: tTargets(value) })),
          },
        ]}
      />
      {ignored ? <QuietNote>{tList("ignored")}</QuietNote> : null}
      {cursorIgnored ? <QuietNote>{tCommon("cursorIgnored")}</QuietNote> : null}
      {list.items.length === 0 ? (
        <EmptyState title={list.all === 0 ? t("emptyTitle") : tList("noMatchTitle")}>
          {list.all === 0 ? t("empty") : tList("noMatch")}
        </EmptyState>
      ) : (
        <>
          <p role="status" className="figures mb-2 text-13">
            {t("count", { count: list.total })}
            {Object.keys(values).length > 0 ? (
              <span className="text-muted"> {tList("of", { count: list.all })}</span>
            ) : null}
          </p>
          <Table label={t("title")} className="min-w-[70rem]">
            <thead>
              <tr>
                <Th>{t("request")}</Th>
                <Th>{t("status")}</Th>
                {DELETION_TARGETS.map((target) => (
                  <Th key={target} className="px-1 text-center">
                    {tTargets(target)}
                  </Th>
                ))}
                <Th className="text-right">{t("attempts")}</Th>
              </tr>
            </thead>
            <tbody>
              {list.items.map((work) => (
                <tr key={work.deletion_id} className="group hover:[&>*]:bg-wash">
                  <RowHead className="max-w-64 min-w-44">
                    <Link
                      href={`${PATH}/${work.deletion_id}` as Route}
                      className="block text-14 font-medium text-accent hover:underline"
                    >
                      {t("what", { kind: work.selector_kind, count: work.memories })}
                    </Link>
                    <span className="block text-muted">
                      <Time at={work.requested_at} style="minute" />
                    </span>
                    <span className="block text-muted">
                      {t.rich("by", {
                        name: work.requested_by.name ?? t(`actorKind.${work.requested_by.kind}` as never),
                        who: (chunks) => <span translate="no">{chunks}</span>,
                      })}
                    </span>
                  </RowHead>
                  <Td>
                    <DeletionStamp status={work.status} onHold={work.on_hold} />
                  </Td>
                  {DELETION_TARGETS.map((target) => (
                    <Td key={target} className="px-1 text-center">
                      <PlaceMark place={work.targets.find((one) => one.target === target)} />
                    </Td>
                  ))}
                  <Td className="figures text-right">{t("number", { value: work.attempts })}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
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
