import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { createSerializer } from "nuqs/server";
import { loadPage } from "@/app/load-page";
import { loadMemorySearch, memorySearch, NO_TOPIC, toStateFilter } from "@/app/me/memories/search-params";
import { MemoryFilters } from "@/app/me/memories/memory-filters";
import { rememberThis } from "@/app/me/actions";
import { RememberForm } from "@/components/memory/remember-form";
import { MemoryRow } from "@/components/memory/memory-row";
import { PageTitle } from "@/components/shell/page-title";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { QuietNote } from "@/components/ui/quiet-note";
import { requirePage } from "@/lib/server/session";
import { listMyMemories } from "@/lib/services/memory/list-my-memories";

const PAGE_SIZE = 50;
const toHref = createSerializer(memorySearch);

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("memories");
  return { title: t("title") };
}

export default async function MemoriesPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { ctx } = await requirePage("me");
  const search = await loadMemorySearch(searchParams);
  const [{ list, cursorIgnored }, t, tCommon] = await Promise.all([
    loadPage(search.cursor, (position) =>
      listMyMemories({
        ctx,
        input: {
          ...toStateFilter(search.state),
          ...(search.q ? { q: search.q.slice(0, 500) } : {}),
          ...(search.topic ? { topic: search.topic === NO_TOPIC ? "" : search.topic.slice(0, 120) } : {}),
          ...(search.agent ? { agent: search.agent.slice(0, 60) } : {}),
          ...position,
          include_inactive: search.all,
          sort: search.sort,
          dir: search.dir,
          limit: PAGE_SIZE,
        },
      }),
    ),
    getTranslations("memories"),
    getTranslations("common"),
  ]);
  const everything = list.counts.active + list.counts.inactive;
  const filtered = Boolean(search.q || search.topic || search.agent || search.state);
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      <div className="mb-5 flex flex-wrap gap-2">
        <RememberForm remember={rememberThis} />
        {search.topic ? (
          <ButtonLink
            variant="warning"
            href={`/me/delete?scope=topic&step=preview&topic=${encodeURIComponent(search.topic)}` as Route}
          >
            {t("deleteTopic")}
          </ButtonLink>
        ) : null}
        {search.agent ? (
          <ButtonLink
            variant="warning"
            href={`/me/delete?scope=agent&step=preview&agent=${encodeURIComponent(search.agent)}` as Route}
          >
            {t("deleteAgent")}
          </ButtonLink>
        ) : null}
      </div>
      {cursorIgnored ? <QuietNote>{tCommon("cursorIgnored")}</QuietNote> : null}
      {everything === 0 ? (
        <EmptyState title={t("emptyTitle")}>{t("emptyText")}</EmptyState>
      ) : (
        <>
          <MemoryFilters topics={list.topics} agents={list.agents} inactive={list.counts.inactive} />
          <p role="status" className="figures mt-5 border-b border-ink pb-1.5 text-14">
            <strong className="font-semibold">{t("count", { count: list.total })}</strong>
            {list.total !== everything ? (
              <span className="text-muted"> {t("ofAll", { count: everything })}</span>
            ) : null}
          </p>
          {list.items.length === 0 ? (
            <div className="mt-4">
              <EmptyState
                title={filtered ? t("noMatchTitle") : t("noneActiveTitle")}
                action={<ButtonLink href="/me/memories">{t("clearAll")}</ButtonLink>}
              >
                {filtered ? t("noMatchText") : t("noneActiveText", { count: list.counts.inactive })}
              </EmptyState>
            </div>
          ) : (
            <ul>
              {list.items.map((memory) => (
                <MemoryRow key={memory.memory_id} memory={memory} />
              ))}
            </ul>
          )}
          <nav aria-label={t("pages")} className="mt-5 flex flex-wrap gap-2">
            {search.cursor && !cursorIgnored ? (
              <ButtonLink href={`/me/memories${toHref({ ...search, cursor: null })}` as Route}>
                {t("firstPage")}
              </ButtonLink>
            ) : null}
            {list.next_cursor ? (
              <ButtonLink href={`/me/memories${toHref({ ...search, cursor: list.next_cursor })}` as Route}>
                {t("nextPage")}
              </ButtonLink>
            ) : null}
          </nav>
          <p className="mt-8 text-14 text-muted">
            {t.rich("erasedNote", {
              link: (chunks) => (
                <Link className="ink-link" href="/me/receipts">
                  {chunks}
                </Link>
              ),
            })}
          </p>
        </>
      )}
    </>
  );
}
