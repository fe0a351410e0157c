import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { loadPage } from "@/app/load-page";
import { DeletionStamp } from "@/components/receipt/deletion-stamp";
import { PageTitle } from "@/components/shell/page-title";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import { QuietNote } from "@/components/ui/quiet-note";
import { requirePage } from "@/lib/server/session";
import { listDeletions } from "@/lib/services/deletion/list-deletions";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("receipts");
  return { title: t("title") };
}

export default async function ReceiptsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [{ ctx }, query, t, tCommon] = await Promise.all([
    requirePage("me"),
    searchParams,
    getTranslations("receipts"),
    getTranslations("common"),
  ]);
  const cursor = typeof query.cursor === "string" ? query.cursor : undefined;
  const { list, cursorIgnored } = await loadPage(cursor, (position) =>
    listDeletions({ ctx, input: { ...position, limit: 50 } }),
  );
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      <p className="mb-5 text-14">
        <Link className="ink-link" href="/me/delete">
          {t("more")}
        </Link>
      </p>
      {cursorIgnored ? <QuietNote>{tCommon("cursorIgnored")}</QuietNote> : null}
      {list.items.length === 0 ? (
        <EmptyState
          title={t("emptyTitle")}
          action={<ButtonLink href="/me/memories">{t("toList")}</ButtonLink>}
        >
          {t("emptyText")}
        </EmptyState>
      ) : (
        <>
          <p className="figures border-b border-ink pb-1.5 text-14">{t("count", { count: list.total })}</p>
          <ul>
            {list.items.map((deletion) => (
              <li
                key={deletion.deletion_id}
                className="group relative grid gap-x-5 gap-y-1 border-b border-rule py-3 hover:bg-wash sm:grid-cols-[minmax(0,1fr)_auto]"
              >
                <div className="min-w-0">
                  <Link
                    href={`/me/receipts/${deletion.deletion_id}` as Route}
                    className="text-16 font-medium after:absolute after:inset-0 group-hover:text-accent"
                  >
                    {t("what", { count: deletion.affected.memories })}
                  </Link>
                  <p className="text-13 text-muted">
                    {t.rich("requested", { when: () => <Time at={deletion.requested_at} style="minute" /> })}
                    {deletion.completed_at ? (
                      <>
                        {" "}
                        ·{" "}
                        {t.rich("completed", {
                          when: () => <Time at={deletion.completed_at ?? ""} style="minute" />,
                        })}
                      </>
                    ) : null}
                  </p>
                  <p className="font-mono text-12 break-all text-muted">{deletion.deletion_id}</p>
                </div>
                <div className="sm:pt-0.5">
                  <DeletionStamp status={deletion.status} onHold={deletion.on_hold} />
                </div>
              </li>
            ))}
          </ul>
          {list.next_cursor ? (
            <ButtonLink
              className="mt-5"
              href={`/me/receipts?cursor=${encodeURIComponent(list.next_cursor)}` as Route}
            >
              {t("older")}
            </ButtonLink>
          ) : null}
        </>
      )}
    </>
  );
}
