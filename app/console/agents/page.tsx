import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { createAgent, createKey, revokeKey, rotateKey, setAgentAccess } from "@/app/console/agents/actions";
import { AgentAccess } from "@/components/console/agent-access";
import { AgentKeys } from "@/components/console/agent-keys";
import { CreateAgent } from "@/components/console/create-agent";
import { toAddress } from "@/components/console/to-address";
import { PageTitle } from "@/components/shell/page-title";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { MonoId } from "@/components/ui/mono-id";
import { Time } from "@/components/ui/time";
import { requirePage } from "@/lib/server/session";
import { listAgents } from "@/lib/services/agent/list-agents";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("agents");
  return { title: t("title") };
}

export default async function AgentsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [{ ctx, person }, query, t, tGuide, tSources, tList] = await Promise.all([
    requirePage("console"),
    searchParams,
    getTranslations("agents"),
    getTranslations("guide"),
    getTranslations("sourceTypes"),
    getTranslations("list"),
  ]);
  const cursor =
    typeof query.cursor === "string" && /^\d{1,9}$/.test(query.cursor) ? query.cursor : undefined;
  const list = await listAgents({ ctx, input: { ...(cursor ? { cursor } : {}), limit: 50 } });
  const mayChange = person.roles.includes("admin");
  const now = ctx.clock.now().toISOString();
  return (
    <>
      <PageTitle lead={t("lead")} aside={mayChange ? <CreateAgent action={createAgent} /> : null}>
        {t("title")}
      </PageTitle>
      <p className="mb-4 text-14">
        <Link href="/docs/agents" className="ink-link">
          {tGuide("link")}
        </Link>
      </p>
      {mayChange ? null : (
        <p className="mb-4 border-l-[3px] border-rule-strong pl-3 text-14 text-muted">{t("needsAdmin")}</p>
      )}
      {list.items.length === 0 ? (
        <EmptyState title={t("emptyTitle")}>{t("emptyText")}</EmptyState>
      ) : (
        <>
          <p className="figures border-b border-ink pb-1.5 text-13">{t("count", { count: list.total })}</p>
          <ul>
            {list.items.map((agent) => (
              <li
                key={agent.agent_id}
                className="grid gap-x-10 gap-y-3 border-b border-rule-strong py-5 lg:grid-cols-[20rem_minmax(0,1fr)]"
              >
                <div className="min-w-0">
                  <h2 translate="no" className="text-16 font-semibold">
                    {agent.name}
                  </h2>
                  {agent.disabled_at ? (
                    <p className="text-14 font-semibold text-danger">
                      {t.rich("stoppedAt", {
                        when: () => <Time at={agent.disabled_at ?? ""} style="minute" />,
                      })}
                    </p>
                  ) : null}
                  <MonoId id={agent.agent_id} />
                  <dl className="mt-2 grid gap-1">
                    <div>
                      <dt className="inline font-normal text-muted">{t("mode")} </dt>
                      <dd className="inline">{t(`writeMode.${agent.write_mode}`)}</dd>
                    </div>
                    <div>
                      <dt className="inline font-normal text-muted">{t("scopes")} </dt>
                      <dd className="inline font-mono text-12 break-all">{agent.scopes.join(", ")}</dd>
                    </div>
                    <div>
                      <dt className="inline font-normal text-muted">{t("sourcesShort")} </dt>
                      <dd className="inline">
                        {agent.source_types.map((type) => tSources(type)).join(tList("or"))}
                      </dd>
                    </div>
                    <div>
                      <dt className="inline font-normal text-muted">{t("created")} </dt>
                      <dd className="inline">
                        <Time at={agent.created_at} />
                      </dd>
                    </div>
                  </dl>
                  <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
                    <Link
                      href={toAddress("/console/traces", { agent: agent.agent_id }) as Route}
                      className="ink-link"
                    >
                      {t("itsTraces")}
                    </Link>
                    <Link
                      href={toAddress("/console/audit", { actor: agent.agent_id }) as Route}
                      className="ink-link"
                    >
                      {t("itsActs")}
                    </Link>
                  </p>
                  {mayChange ? (
                    <AgentAccess
                      agentId={agent.agent_id}
                      enabled={agent.disabled_at === null}
                      action={setAgentAccess}
                    />
                  ) : null}
                </div>
                <AgentKeys
                  agentId={agent.agent_id}
                  agentName={agent.name}
                  keys={agent.keys}
                  now={now}
                  create={mayChange ? createKey : null}
                  revoke={mayChange ? revokeKey : null}
                  rotate={mayChange ? rotateKey : null}
                />
              </li>
            ))}
          </ul>
          {list.next_cursor ? (
            <ButtonLink className="mt-4" href={`/console/agents?cursor=${list.next_cursor}` as Route}>
              {t("more")}
            </ButtonLink>
          ) : null}
        </>
      )}
    </>
  );
}
