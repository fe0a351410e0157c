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
import { APPROVAL_STATES, type ApprovalState } from "@/lib/contracts/reviews";
import { requirePage } from "@/lib/server/session";
import { listApprovals } from "@/lib/services/approval/list-approvals";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("approvals");
  return { title: t("title") };
}

const isState = (value: unknown): value is ApprovalState => APPROVAL_STATES.includes(value as ApprovalState);

export default async function ApprovalsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [{ ctx }, query, t, tCommon, tReview] = await Promise.all([
    requirePage("console"),
    searchParams,
    getTranslations("approvals"),
    getTranslations("common"),
    getTranslations("review"),
  ]);
  const state = isState(query.state) ? query.state : "open";
  const cursor = typeof query.cursor === "string" ? query.cursor : undefined;
  const { list, cursorIgnored } = await loadPage(cursor, (position) =>
    listApprovals({ ctx, input: { ...position, state, limit: 50 } }),
  );
  const viewer = { self: ctx.principal.self, reads: false };
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      <TabLinks
        label={tReview("states")}
        current={state}
        tabs={APPROVAL_STATES.map((key) => ({
          key,
          label: t(`state.${key}`),
          href: key === "open" ? "/console/approvals" : `/console/approvals?state=${key}`,
        }))}
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
          <Table label={t("title")} className="min-w-[60rem]">
            <thead>
              <tr>
                <Th>{t("column.proposal")}</Th>
                <Th>{t("column.verb")}</Th>
                <Th>{t("column.why")}</Th>
                <Th>{t("column.by")}</Th>
                <Th className="text-right">{t("column.trust")}</Th>
                <Th>{t("column.since")}</Th>
                <Th>{state === "open" ? t("column.due") : t("column.decided")}</Th>
              </tr>
            </thead>
            <tbody>
              {list.items.map((one) => (
                <tr key={one.approval_id} className="group hover:[&>*]:bg-wash">
                  <RowHead className="max-w-96 min-w-56">
                    <Link
                      href={`/console/approvals/${one.approval_id}` as Route}
                      className="block text-14 font-medium text-accent hover:underline"
                    >
                      <ShownWords shown={toShown(one.proposed, viewer)} clamp />
                    </Link>
                    <span translate="no" className="font-mono text-12 break-all text-muted">
                      {one.scope} · {one.predicate ?? "…"}
                    </span>
                  </RowHead>
                  <Td>{t(`verb.${one.verb}`)}</Td>
                  <Td className="max-w-72">
                    <HeldFor code={one.reason_code} />
                    {one.class === "highest" ? (
                      <span className="block font-medium">
                        {t("twoPeople", { given: one.approvals_given, needed: one.approvals_needed })}
                      </span>
                    ) : null}
                  </Td>
                  <Td translate="no">{one.proposed_by.name ?? one.proposed_by.id}</Td>
                  <Td className="figures text-right">{tReview("trust", { value: one.lineage.min_trust })}</Td>
                  <Td className="whitespace-nowrap">
                    <Time at={one.opened_at} style="relative" />
                  </Td>
                  <Td className="whitespace-nowrap">
                    <Time
                      at={state === "open" ? one.expires_at : (one.decided_at ?? one.expires_at)}
                      style={state === "open" ? "relative" : "minute"}
                    />
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
          <nav aria-label={tReview("pages")} className="mt-4 flex gap-2">
            {cursor ? (
              <ButtonLink href={`/console/approvals?state=${state}` as Route}>{tReview("newest")}</ButtonLink>
            ) : null}
            {list.next_cursor ? (
              <ButtonLink
                href={
                  `/console/approvals?state=${state}&cursor=${encodeURIComponent(list.next_cursor)}` as Route
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
