import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { rememberThis } from "@/app/me/actions";
import { FirstSteps } from "@/components/memory/first-steps";
import { MemoryRow } from "@/components/memory/memory-row";
import { RememberForm } from "@/components/memory/remember-form";
import { PageTitle } from "@/components/shell/page-title";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { requirePage } from "@/lib/server/session";
import { getOverview } from "@/lib/services/me/get-overview";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("me");
  return { title: t("title") };
}

function toTopic(topic: string | null): Route {
  return `/me/memories?topic=${encodeURIComponent(topic ?? "-")}` as Route;
}

export default async function MePage() {
  const { ctx, person } = await requirePage("me");
  const [overview, t, tMemories] = await Promise.all([
    getOverview({ ctx, input: {} }),
    getTranslations("me"),
    getTranslations("memories"),
  ]);
  const { counts } = overview;
  const nothing = counts.active + counts.inactive === 0;
  return (
    <>
      <PageTitle
        lead={
          <>
            {overview.paused ? t("statusPaused") : t("statusOn", { agents: overview.agents })}{" "}
            {overview.last_change_at
              ? t.rich("lastChange", {
                  when: () => <Time at={overview.last_change_at ?? ""} style="relative" />,
                })
              : null}
          </>
        }
      >
        {t.rich("heading", {
          name: person.displayName,
          who: (chunks) => <span translate="no">{chunks}</span>,
        })}
      </PageTitle>
      {nothing ? (
        <>
          <EmptyState title={t("emptyTitle")} action={<RememberForm remember={rememberThis} />}>
            {t("emptyText")}
          </EmptyState>
          <FirstSteps />
        </>
      ) : (
        <>
          <p className="double-rule measure pt-4 text-20">
            {t.rich("summary", {
              active: counts.active,
              inferred: counts.inferred,
              all: (chunks) => (
                <Link className="ink-link" href="/me/memories">
                  {chunks}
                </Link>
              ),
              guesses: (chunks) => (
                <Link className="ink-link" href="/me/memories?state=inferred">
                  {chunks}
                </Link>
              ),
            })}
          </p>
          {overview.to_review > 0 ? (
            <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-l-[3px] border-inferred pl-4 text-16">
              {t("toReview", { count: overview.to_review })}
              <ButtonLink href="/me/review" size="small">
                {t("reviewNow")}
              </ButtonLink>
            </p>
          ) : null}
          {overview.deletions_open > 0 ? (
            <p className="mt-3 text-14">
              <Link className="ink-link" href="/me/receipts">
                {t("deletionsOpen", { count: overview.deletions_open })}
              </Link>
            </p>
          ) : null}
          <div className="mt-10">
            <Section title={t("byTopic")}>
              <ul>
                {overview.topics.map(({ topic, count, newest }) => (
                  <li
                    key={topic ?? "-"}
                    className="group relative grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-5 border-b border-rule py-3 hover:bg-wash sm:grid-cols-[10rem_minmax(0,1fr)_auto]"
                  >
                    <Link
                      href={toTopic(topic)}
                      translate={topic ? "no" : undefined}
                      className="text-16 font-medium after:absolute after:inset-0 group-hover:text-accent"
                    >
                      {topic ?? tMemories("noTopic")}
                    </Link>
                    <span className="verbatim order-3 col-span-2 truncate text-14 text-muted sm:order-none sm:col-span-1">
                      {newest.statement}
                    </span>
                    <span className="figures text-14 text-muted">{t("topicCount", { count })}</span>
                  </li>
                ))}
              </ul>
            </Section>
            <Section title={t("changed")}>
              {overview.changed.length > 0 ? (
                <ul>
                  {overview.changed.map(({ memory, at }) => (
                    <MemoryRow
                      key={memory.memory_id}
                      memory={memory}
                      note={t.rich("changedAt", { when: () => <Time at={at} style="relative" /> })}
                    />
                  ))}
                </ul>
              ) : (
                <p className="py-4 text-14 text-muted">{t("changedNone")}</p>
              )}
            </Section>
            <Section title={t("usedRecently")}>
              {overview.used.length > 0 ? (
                <ul>
                  {overview.used.map(({ memory, at, actor }) => (
                    <li key={`${memory.memory_id}-${at}`} className="border-b border-rule py-3 text-14">
                      <p className="text-muted">
                        {t.rich("usedLine", {
                          agent: actor.name ?? tMemories("unknownWriter"),
                          name: (chunks) => (
                            <strong translate="no" className="font-medium text-ink">
                              {chunks}
                            </strong>
                          ),
                          when: () => <Time at={at} style="relative" />,
                        })}
                      </p>
                      <Link
                        className="verbatim line-clamp-2 text-16 hover:text-accent"
                        href={`/me/memories/${memory.memory_id}` as Route}
                      >
                        {memory.statement}
                      </Link>
                    </li>
                  ))}
                </ul>
              ) : (
                <p className="py-4 text-14 text-muted">{t("usedNone")}</p>
              )}
            </Section>
          </div>
          <div className="mt-10 flex flex-wrap gap-2">
            <ButtonLink href="/me/memories" variant="primary">
              {t("seeAll")}
            </ButtonLink>
            {counts.inferred > 0 ? (
              <ButtonLink href="/me/memories?state=inferred">{t("seeGuesses")}</ButtonLink>
            ) : null}
          </div>
          <p className="mt-6 text-13 text-muted">
            {t.rich("asOf", { when: () => <Time at={overview.as_of} style="exact" /> })}
          </p>
        </>
      )}
    </>
  );
}
