import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { loadPage } from "@/app/load-page";
import { HeldFor } from "@/components/review/held-for";
import { ShownWords } from "@/components/review/shown-words";
import { toShown } from "@/components/review/to-shown";
import { PageTitle } from "@/components/shell/page-title";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { QuietNote } from "@/components/ui/quiet-note";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { TabLinks } from "@/components/ui/tabs";
import { Time } from "@/components/ui/time";
import { requirePage } from "@/lib/server/session";
import { listConflicts } from "@/lib/services/conflict/list-conflicts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("conflicts");
  return { title: t("title") };
}

export default async function ConflictsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [{ ctx }, query, t, tCommon, tReview] = await Promise.all([
    requirePage("console"),
    searchParams,
    getTranslations("conflicts"),
    getTranslations("common"),
    getTranslations("review"),
  ]);
  const state = query.state === "closed" ? "closed" : "open";
  const cursor = typeof query.cursor === "string" ? query.cursor : undefined;
  const { list, cursorIgnored } = await loadPage(cursor, (position) =>
    listConflicts({ ctx, input: { ...position, state, limit: 50 } }),
  );
  const viewer = { self: ctx.principal.self, reads: false };
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      <TabLinks
        label={tReview("states")}
        current={state}
        tabs={[
          { key: "open", label: t("state.open"), href: "/console/conflicts" },
          { key: "closed", label: t("state.closed"), href: "/console/conflicts?state=closed" },
        ]}
      />
      {cursorIgnored ? <QuietNote>{tCommon("cursorIgnored")}</QuietNote> : null}
      {list.items.length === 0 ? (
        <EmptyState title={state === "open" ? t("clearTitle") : t("noneTitle")}>
          {state === "open" ? t("clearText") : t("noneText")}
        </EmptyState>
      ) : (
        <>
          <p role="status" className="figures mt-3 mb-2 text-13">
            {t("count", { count: list.total })}
          </p>
          <Table label={t("title")} className="min-w-[56rem]">
            <thead>
              <tr>
                <Th>{t("column.fact")}</Th>
                <Th>{t("incumbent")}</Th>
                <Th>{t("challenger")}</Th>
                <Th>{t("column.why")}</Th>
                <Th className="text-right">{t("column.served")}</Th>
                <Th>{state === "open" ? t("column.since") : tReview("decidedAt")}</Th>
              </tr>
            </thead>
            <tbody>
              {list.items.map((one) => (
                <tr key={one.conflict_id} className="group hover:[&>*]:bg-wash">
                  <RowHead className="max-w-72 min-w-44">
                    <Link
                      href={`/console/conflicts/${one.conflict_id}` as Route}
                      className="block font-mono text-12 font-medium break-all text-accent hover:underline"
                    >
                      <span translate="no">
                        {one.scope} · {one.predicate ?? "…"}
                      </span>
                    </Link>
                  </RowHead>
                  <Td className="max-w-80">
                    <ShownWords shown={toShown(one.incumbent, viewer)} clamp />
                  </Td>
                  <Td className="max-w-80">
                    <ShownWords shown={toShown(one.challenger, viewer)} clamp />
                  </Td>
                  <Td className="max-w-64">
                    <HeldFor code={one.reason_code} />
                  </Td>
                  <Td className="figures text-right">{tReview("figure", { value: one.served })}</Td>
                  <Td className="whitespace-nowrap">
                    {state === "open" || one.closed_at === null ? (
                      <Time at={one.opened_at} style="relative" />
                    ) : (
                      <Time at={one.closed_at} style="minute" />
                    )}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
          <nav aria-label={tReview("pages")} className="mt-4 flex gap-2">
            {cursor ? (
              <ButtonLink href={`/console/conflicts?state=${state}` as Route}>{tReview("newest")}</ButtonLink>
            ) : null}
            {list.next_cursor ? (
              <ButtonLink
                href={
                  `/console/conflicts?state=${state}&cursor=${encodeURIComponent(list.next_cursor)}` as Route
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
