import type { Metadata, Route } from "next";
import { getLocale, getTimeZone, getTranslations } from "next-intl/server";
import { loadPage } from "@/app/load-page";
import { loadActivitySearch, toActivityHref } from "@/app/me/activity/search-params";
import { ActivityFilters } from "@/components/memory/activity/activity-filters";
import { ActivityLine } from "@/components/memory/activity/activity-line";
import { groupActivity } from "@/components/memory/activity/group-activity";
import { PageTitle } from "@/components/shell/page-title";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { QuietNote } from "@/components/ui/quiet-note";
import { ACTIVITY_KINDS } from "@/lib/contracts/pages";
import { requirePage } from "@/lib/server/session";
import { listMyActivity } from "@/lib/services/me/list-activity";
import { listMyAgents } from "@/lib/services/me/list-agents";

const PAGE_SIZE = 60;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("activity");
  return { title: t("title") };
}

export default async function ActivityPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { ctx } = await requirePage("me");
  const search = await loadActivitySearch(searchParams);
  const [{ list, cursorIgnored }, agents, t, tCommon, zone, locale] = await Promise.all([
    loadPage(search.cursor, (position) =>
      listMyActivity({
        ctx,
        input: {
          ...(search.type && { kind: search.type }),
          ...(search.agent && { agent: search.agent.slice(0, 60) }),
          ...(search.memory && { memory: search.memory.slice(0, 60) }),
          ...position,
          limit: PAGE_SIZE,
        },
      }),
    ),
    listMyAgents({ ctx, input: {} }),
    getTranslations("activity"),
    getTranslations("common"),
    getTimeZone(),
    getLocale(),
  ]);
  const filtered = Boolean(search.type || search.agent || search.memory);
  const day = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    year: "numeric",
    month: "long",
    day: "numeric",
    weekday: "long",
  });
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      {cursorIgnored ? <QuietNote>{tCommon("cursorIgnored")}</QuietNote> : null}
      <ActivityFilters
        kinds={[null, ...ACTIVITY_KINDS].map((kind) => ({
          kind,
          href: toActivityHref({ ...search, type: kind, cursor: null }),
          here: search.type === kind,
        }))}
        agent={
          search.agent
            ? {
                name: agents.find(({ agent_id }) => agent_id === search.agent)?.name ?? null,
                clear: toActivityHref({ ...search, agent: null, cursor: null }),
              }
            : null
        }
        memory={search.memory ? { clear: toActivityHref({ ...search, memory: null, cursor: null }) } : null}
      />
      {list.items.length === 0 ? (
        <EmptyState
          title={filtered || search.cursor ? t("noMatchTitle") : t("emptyTitle")}
          action={filtered ? <ButtonLink href="/me/activity">{t("showAll")}</ButtonLink> : null}
        >
          {filtered || search.cursor ? t("noMatchText") : t("emptyText")}
        </EmptyState>
      ) : (
        groupActivity(list.items, zone).map(({ key, lines }) => (
          <section key={key} aria-labelledby={`day-${key}`} className="mt-8 first-of-type:mt-4">
            <h2 id={`day-${key}`} className="border-b border-ink pb-1.5 text-16 font-semibold">
              {day.format(new Date(`${lines[0]?.entry.at}`))}
            </h2>
            <ul>
              {lines.map((line) => (
                <ActivityLine key={line.entry.id} line={line} />
              ))}
            </ul>
          </section>
        ))
      )}
      <nav aria-label={t("pages")} className="mt-5 flex flex-wrap gap-2">
        {search.cursor && !cursorIgnored ? (
          <ButtonLink href={toActivityHref({ ...search, cursor: null }) as Route}>{t("newest")}</ButtonLink>
        ) : null}
        {list.next_cursor ? (
          <ButtonLink href={toActivityHref({ ...search, cursor: list.next_cursor }) as Route}>
            {t("older")}
          </ButtonLink>
        ) : null}
      </nav>
      <p className="mt-6 text-13 text-muted">{t("note", { zone })}</p>
    </>
  );
}
