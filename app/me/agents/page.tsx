import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pauseAgentForMe } from "@/app/me/agents/actions";
import { AgentLine } from "@/components/memory/agents/agent-line";
import { PageTitle } from "@/components/shell/page-title";
import { MonoId } from "@/components/ui/mono-id";
import { EmptyState } from "@/components/ui/empty-state";
import { requirePage } from "@/lib/server/session";
import { listMyAgents } from "@/lib/services/me/list-agents";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("myAgents");
  return { title: t("title") };
}

export default async function MyAgentsPage() {
  const { ctx, person } = await requirePage("me");
  const [agents, t] = await Promise.all([listMyAgents({ ctx, input: {} }), getTranslations("myAgents")]);
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      <p className="mb-4 flex flex-wrap items-center gap-x-2 text-14">
        {t("named")} <MonoId id={`user:${person.externalId}`} />
      </p>
      {agents.length === 0 ? (
        <EmptyState title={t("emptyTitle")}>{t("emptyText")}</EmptyState>
      ) : (
        <>
          <p className="figures border-b border-ink pb-1.5 text-14">{t("count", { count: agents.length })}</p>
          <ul>
            {agents.map((agent) => (
              <AgentLine key={agent.agent_id} agent={agent} pause={pauseAgentForMe} />
            ))}
          </ul>
          <p className="measure mt-6 text-13 text-muted">{t("note")}</p>
        </>
      )}
    </>
  );
}
