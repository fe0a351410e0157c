import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageTitle } from "@/components/shell/page-title";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { QuietNote } from "@/components/ui/quiet-note";
import { Table, Th } from "@/components/ui/table";
import { TabLinks } from "@/components/ui/tabs";

interface Props {
  /** Its messages: title, lead, state.*, count, clearTitle, clearText, noneTitle, noneText. */
  of: "approvals" | "quarantine" | "conflicts";
  states: readonly string[];
  state: string;
  total: number;
  columns: { key: string; label: string; numeric?: boolean }[];
  /** A cursor in the address that was not ours. */
  cursorIgnored: boolean;
  cursor: string | undefined;
  nextCursor: string | null;
  tableClass: string;
  /** The rows. */
  children: ReactNode;
}

/** What waits for a decision, and what was decided: by state, newest first, the first state being what waits. */
export function Queue({ of, states, state, total, columns, children, ...list }: Props) {
  const t = useTranslations(of);
  const tReview = useTranslations("review");
  const tCommon = useTranslations("common");
  const waiting = state === states[0];
  const path = `/console/${of}`;
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      <TabLinks
        label={tReview("states")}
        current={state}
        tabs={states.map((key, index) => ({
          key,
          label: t(`state.${key}` as never),
          href: index === 0 ? path : `${path}?state=${key}`,
        }))}
      />
      {list.cursorIgnored ? <QuietNote>{tCommon("cursorIgnored")}</QuietNote> : null}
      {total === 0 ? (
        <EmptyState title={waiting ? t("clearTitle") : t("noneTitle")}>
          {waiting ? t("clearText") : t("noneText")}
        </EmptyState>
      ) : (
        <>
          <p role="status" className="figures mt-3 mb-2 text-13">
            {t("count", { count: total })}
          </p>
          <Table label={t("title")} className={list.tableClass}>
            <thead>
              <tr>
                {columns.map(({ key, label, numeric }) => (
                  <Th key={key} className={numeric ? "text-right" : undefined}>
                    {label}
                  </Th>
                ))}
              </tr>
            </thead>
            <tbody>{children}</tbody>
          </Table>
          <nav aria-label={tReview("pages")} className="mt-4 flex gap-2">
            {list.cursor ? (
              <ButtonLink href={`${path}?state=${state}` as Route}>{tReview("newest")}</ButtonLink>
            ) : null}
            {list.nextCursor ? (
              <ButtonLink
                href={`${path}?state=${state}&cursor=${encodeURIComponent(list.nextCursor)}` as Route}
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
