import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { loadPage } from "@/app/load-page";
import { HeldFor } from "@/components/review/held-for";
import { ShownWords } from "@/components/review/shown-words";
import { Signals } from "@/components/review/signals";
import { toShown } from "@/components/review/to-shown";
import { PageTitle } from "@/components/shell/page-title";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { QuietNote } from "@/components/ui/quiet-note";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { TabLinks } from "@/components/ui/tabs";
import { Time } from "@/components/ui/time";
import { QUARANTINE_STATES } from "@/lib/contracts/reviews";
import { requirePage } from "@/lib/server/session";
import { listQuarantine } from "@/lib/services/quarantine/list-quarantine";

type State = (typeof QUARANTINE_STATES)[number];

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("quarantine");
  return { title: t("title") };
}

const isState = (value: unknown): value is State => QUARANTINE_STATES.includes(value as State);

export default async function QuarantinePage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [{ ctx }, query, t, tCommon, tReview] = await Promise.all([
    requirePage("console"),
    searchParams,
    getTranslations("quarantine"),
    getTranslations("common"),
    getTranslations("review"),
  ]);
  const state = isState(query.state) ? query.state : "held";
  const cursor = typeof query.cursor === "string" ? query.cursor : undefined;
  const { list, cursorIgnored } = await loadPage(cursor, (position) =>
    listQuarantine({ ctx, input: { ...position, state, limit: 50 } }),
  );
  const viewer = { self: ctx.principal.self, reads: false };
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      <TabLinks
        label={tReview("states")}
        current={state}
        tabs={QUARANTINE_STATES.map((key) => ({
          key,
          label: t(`state.${key}`),
          href: key === "held" ? "/console/quarantine" : `/console/quarantine?state=${key}`,
        }))}
      />
      {cursorIgnored ? <QuietNote>{tCommon("cursorIgnored")}</QuietNote> : null}
      {list.items.length === 0 ? (
        <EmptyState title={state === "held" ? t("clearTitle") : t("noneTitle")}>
          {state === "held" ? t("clearText") : t("noneText")}
        </EmptyState>
      ) : (
        <>
          <p role="status" className="figures mt-3 mb-2 text-13">
            {t("count", { count: list.total })}
          </p>
          <Table label={t("title")} className="min-w-[60rem]">
            <thead>
              <tr>
                <Th>{t("column.memory")}</Th>
                <Th>{t("column.signals")}</Th>
                <Th>{t("column.why")}</Th>
                <Th>{t("column.by")}</Th>
                <Th className="text-right">{t("column.cluster")}</Th>
                <Th className="text-right">{t("column.reached")}</Th>
                <Th>{t("column.since")}</Th>
              </tr>
            </thead>
            <tbody>
              {list.items.map((one) => (
                <tr key={one.quarantine_id} className="group hover:[&>*]:bg-wash">
                  <RowHead className="max-w-96 min-w-56">
                    <Link
                      href={`/console/quarantine/${one.quarantine_id}` as Route}
                      className="block text-14 font-medium text-accent hover:underline"
                    >
                      <ShownWords shown={toShown(one.memory, viewer)} clamp />
                    </Link>
                    <span translate="no" className="font-mono text-12 break-all text-muted">
                      {one.scope} · {one.predicate ?? "…"}
                    </span>
                  </RowHead>
                  <Td>
                    <Signals signals={one.signals} />
                  </Td>
                  <Td className="max-w-72">
                    <HeldFor code={one.reason_code} />
                  </Td>
                  <Td translate="no">
                    {one.memory?.written_by.name ?? one.opened_by.name ?? one.opened_by.id}
                  </Td>
                  <Td className="figures text-right">{tReview("figure", { value: one.cluster.length })}</Td>
                  <Td className="figures text-right">{tReview("figure", { value: one.reached })}</Td>
                  <Td className="whitespace-nowrap">
                    <Time at={one.opened_at} style="relative" />
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
          <nav aria-label={tReview("pages")} className="mt-4 flex gap-2">
            {cursor ? (
              <ButtonLink href={`/console/quarantine?state=${state}` as Route}>
                {tReview("newest")}
              </ButtonLink>
            ) : null}
            {list.next_cursor ? (
              <ButtonLink
                href={
                  `/console/quarantine?state=${state}&cursor=${encodeURIComponent(list.next_cursor)}` as Route
                }
              >
                {tReview("older")}
              </ButtonLink>
            ) : null}
          </nav>
        </>
      )}
    </>
  );
}
