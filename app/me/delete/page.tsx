import type { Metadata, Route } from "next";
import { getTranslations } from "next-intl/server";
import { deleteMine } from "@/app/me/delete/actions";
import { loadDeleteSearch, toChoice, toDeleteHref } from "@/app/me/delete/search-params";
import { ConfirmDeletion } from "@/components/memory/delete/confirm-deletion";
import { DeletionScopes } from "@/components/memory/delete/deletion-scopes";
import { PreviewTable } from "@/components/memory/delete/preview-table";
import { PageTitle } from "@/components/shell/page-title";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { QuietNote } from "@/components/ui/quiet-note";
import { EngineError } from "@/lib/engine/errors";
import { requirePage } from "@/lib/server/session";
import { listMyAgents } from "@/lib/services/me/list-agents";
import { previewMyDeletion } from "@/lib/services/me/preview-deletion";
import { listMyMemories } from "@/lib/services/memory/list-my-memories";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("deleteMine");
  return { title: t("title") };
}

export default async function DeletePage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { ctx } = await requirePage("me");
  const [search, t] = await Promise.all([loadDeleteSearch(searchParams), getTranslations("deleteMine")]);
  const choice = toChoice(search);
  const preview =
    choice === null
      ? null
      : await previewMyDeletion({ ctx, input: choice }).catch((error: unknown) => {
          if (error instanceof EngineError && error.code === "not_found") return null;
          throw error;
        });
  if (choice === null || preview === null) {
    const [list, agents] = await Promise.all([
      listMyMemories({ ctx, input: { limit: 1 } }),
      listMyAgents({ ctx, input: {} }),
    ]);
    return (
      <>
        <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
        {search.scope ? <QuietNote>{t("notWhole")}</QuietNote> : null}
        <DeletionScopes
          everything={{
            count: list.counts.active + list.counts.inactive,
            href: toDeleteHref({ scope: "all", step: "preview" }),
          }}
          topics={list.topics.map(({ topic, count }) => ({
            name: topic,
            count,
            href: toDeleteHref({ scope: "topic", topic: topic ?? "-", step: "preview" }),
          }))}
          agents={agents
            .filter(({ written }) => written > 0)
            .map(({ agent_id, name, written }) => ({
              name,
              count: written,
              href: toDeleteHref({ scope: "agent", agent: agent_id, step: "preview" }),
            }))}
        />
      </>
    );
  }
  const what = t.rich(`what.${choice.scope === "topic" && choice.topic === "" ? "noTopic" : choice.scope}`, {
    topic: choice.scope === "topic" ? choice.topic : "",
    agent: preview.agent_name ?? t("anAgent"),
    count: choice.scope === "ids" ? choice.ids.length : 0,
    name: (chunks) => (
      <span translate="no" className="wrap-anywhere">
        {chunks}
      </span>
    ),
  });
  const confirming = search.step === "confirm" && preview.affected.memories > 0;
  return (
    <>
      <p className="mb-3 text-13 text-muted">{t("step", { number: confirming ? 3 : 2 })}</p>
      <PageTitle lead={confirming ? t("confirmLead") : t("previewLead")}>{what}</PageTitle>
      {preview.affected.memories === 0 && preview.affected.events === 0 ? (
        <EmptyState
          title={t("nothingTitle")}
          action={<ButtonLink href={"/me/delete" as Route}>{t("otherChoice")}</ButtonLink>}
        >
          {t("nothingText")}
        </EmptyState>
      ) : (
        <>
          <PreviewTable affected={preview.affected} windowMinutes={preview.cancel_window_s / 60} />
          <div className="mt-8">
            {confirming ? (
              <ConfirmDeletion
                choice={choice}
                preview={preview}
                backHref={toDeleteHref({ ...search, step: "preview" })}
                action={deleteMine}
              />
            ) : (
              <div className="flex flex-wrap gap-2">
                <ButtonLink variant="warning" href={toDeleteHref({ ...search, step: "confirm" }) as Route}>
                  {t("goOn")}
                </ButtonLink>
                <ButtonLink href={"/me/delete" as Route}>{t("otherChoice")}</ButtonLink>
                <ButtonLink variant="quiet" href="/me/export">
                  {t("exportFirst")}
                </ButtonLink>
              </div>
            )}
          </div>
        </>
      )}
    </>
  );
}
