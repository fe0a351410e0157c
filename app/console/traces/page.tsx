import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { mayReadQueries } from "@/app/console/may-read-queries";
import { nameActors } from "@/app/console/name-actors";
import { isMoment, readCursor, readFilter, toMoment } from "@/app/console/read-filter";
import { loadPage } from "@/app/load-page";
import { FilterForm } from "@/components/console/filter-form";
import { ListPages } from "@/components/console/list-pages";
import { coverText } from "@/components/console/shown-memory";
import { PageTitle } from "@/components/shell/page-title";
import { EmptyState } from "@/components/ui/empty-state";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { QuietNote } from "@/components/ui/quiet-note";
import { TRACE_FLAGS } from "@/lib/contracts/pages";
import { requirePage } from "@/lib/server/session";
import { listAgents } from "@/lib/services/agent/list-agents";
import { listTraces } from "@/lib/services/retrieval/list-traces";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("traces");
  return { title: t("title") };
}

export default async function TracesPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [{ ctx, person }, query, t] = await Promise.all([
    requirePage("console"),
    searchParams,
    getTranslations("traces"),
  ]);
  const cursor = readCursor(query);
  const zone = person.timeZone ?? person.tenant.timeZone;
  const { values, ignored } = readFilter(query, {
    agent: (value) => /^(?:agt|usr)_[0-9a-z]{26}$/.test(value),
    flag: (value) => TRACE_FLAGS.some((flag) => flag === value),
    from: isMoment,
    to: isMoment,
  });
  const filter = {
    agent: values.agent,
    flag: TRACE_FLAGS.find((flag) => flag === values.flag),
    from: toMoment(values.from, zone),
    to: toMoment(values.to, zone),
  };
  const names = await nameActors(ctx, values.agent ? [values.agent] : []);
  const reads = mayReadQueries(person.roles);
  const [{ list, cursorIgnored }, { items: agents }, tList, tIntents, tDegraded, tCommon] = await Promise.all(
    [
      loadPage(cursor, (position) => listTraces({ ctx, input: { ...position, filter, limit: 50 } })),
      listAgents({ ctx, input: { limit: 100 } }),
      getTranslations("list"),
      getTranslations("intents"),
      getTranslations("degraded"),
      getTranslations("common"),
    ],
  );
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      <FilterForm
        label={tList("filterOf", { list: t("title") })}
        path="/console/traces"
        values={values}
        fields={[
          {
            key: "agent",
            label: t("column.agent"),
            kind: "choice",
            any: tList("any"),
            options: [
              ...agents.map(({ agent_id, name }) => ({ value: agent_id, label: name, isName: true })),
              ...(values.agent && !agents.some(({ agent_id }) => agent_id === values.agent)
                ? [{ value: values.agent, label: names[values.agent] ?? values.agent, isName: true }]
                : []),
            ],
          },
          {
            key: "flag",
            label: t("column.flags"),
            kind: "choice",
            any: tList("any"),
            options: TRACE_FLAGS.map((value) => ({ value, label: t(`flag.${value}`) })),
          },
          { key: "from", label: tList("from"), kind: "moment" },
          { key: "to", label: tList("to"), kind: "moment" },
        ]}
      />
      {ignored ? <QuietNote>{tList("ignored")}</QuietNote> : null}
      {cursorIgnored ? <QuietNote>{tCommon("cursorIgnored")}</QuietNote> : null}
      {list.items.length === 0 ? (
        <EmptyState title={Object.keys(values).length > 0 ? tList("noMatchTitle") : t("emptyTitle")}>
          {Object.keys(values).length > 0 ? tList("noMatch") : t("emptyText")}
        </EmptyState>
      ) : (
        <>
          <p className="figures mb-2 text-13">
            {t("count", { count: list.total })}{" "}
            <span className="text-muted">{t("zone", { zone: person.timeZone ?? "UTC" })}</span>
          </p>
          <Table label={t("title")} className="min-w-[64rem]">
            <thead>
              <tr>
                {(
                  [
                    "query",
                    "time",
                    "agent",
                    "intent",
                    "flow",
                    "budget",
                    "conflicts",
                    "used",
                    "took",
                    "flags",
                  ] as const
                ).map((column) => (
                  <Th
                    key={column}
                    className={
                      ["flow", "budget", "conflicts", "used", "took"].includes(column)
                        ? "text-right"
                        : undefined
                    }
                  >
                    {t(`column.${column}`)}
                  </Th>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.items.map((trace) => (
                <tr key={trace.retrieval_id} className="group hover:[&>*]:bg-wash">
                  <RowHead className="max-w-72 min-w-48">
                    <Link
                      href={`/console/traces/${trace.retrieval_id}` as Route}
                      className="verbatim line-clamp-2 text-14 font-medium text-accent hover:underline"
                    >
                      {trace.query === null ? (
                        t("erased")
                      ) : trace.query === "" ? (
                        t("noQuery")
                      ) : reads ? (
                        trace.query
                      ) : (
                        <>
                          <span className="sr-only">{t("covered")}</span>
                          <span aria-hidden="true">{coverText(trace.query)}</span>
                        </>
                      )}
                    </Link>
                  </RowHead>
                  <Td className="whitespace-nowrap">
                    <Time at={trace.at} style="minute" />
                  </Td>
                  <Td translate="no">{trace.actor.name ?? trace.actor.kind}</Td>
                  <Td>
                    {tIntents.has(trace.intent as never) ? tIntents(trace.intent as never) : trace.intent}
                  </Td>
                  <Td className="figures text-right whitespace-nowrap">
                    {t("flow", { candidates: trace.candidates, packed: trace.packed })}
                    <span className="block text-muted">{t("rejected", { count: trace.rejected })}</span>
                  </Td>
                  <Td className="figures text-right whitespace-nowrap">
                    {t("tokens", { used: trace.tokens.used, budget: trace.tokens.budget })}
                  </Td>
                  <Td className="figures text-right">{t("number", { value: trace.conflicts })}</Td>
                  <Td className="figures text-right">
                    {trace.used === null ? (
                      <span className="text-muted">{t("unknown")}</span>
                    ) : (
                      t("number", { value: trace.used })
                    )}
                  </Td>
                  <Td className="figures text-right whitespace-nowrap">
                    {t("ms", { value: Math.round(trace.took_ms) })}
                  </Td>
                  <Td>
                    {trace.packed === 0 ? <span className="block">{t("flagEmpty")}</span> : null}
                    {trace.degraded.map((code) => (
                      <span key={code} className="block">
                        {tDegraded.has(code as never) ? tDegraded(code as never) : code}
                      </span>
                    ))}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
          <ListPages
            path="/console/traces"
            query={values}
            cursor={cursorIgnored ? undefined : cursor}
            next={list.next_cursor}
          />
        </>
      )}
    </>
  );
}
