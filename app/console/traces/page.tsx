import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { loadPage } from "@/app/load-page";
import { PageTitle } from "@/components/shell/page-title";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { QuietNote } from "@/components/ui/quiet-note";
import { requirePage } from "@/lib/server/session";
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
  const cursor = typeof query.cursor === "string" ? query.cursor : undefined;
  const [{ list, cursorIgnored }, tIntents, tDegraded, tCommon] = await Promise.all([
    loadPage(cursor, (position) => listTraces({ ctx, input: { ...position, limit: 50 } })),
    getTranslations("intents"),
    getTranslations("degraded"),
    getTranslations("common"),
  ]);
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      {cursorIgnored ? <QuietNote>{tCommon("cursorIgnored")}</QuietNote> : null}
      {list.items.length === 0 ? (
        <EmptyState title={t("emptyTitle")}>{t("emptyText")}</EmptyState>
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
                      {trace.query === null ? t("erased") : trace.query === "" ? t("noQuery") : trace.query}
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
          <nav aria-label={t("pages")} className="mt-4 flex gap-2">
            {cursor ? <ButtonLink href="/console/traces">{t("newest")}</ButtonLink> : null}
            {list.next_cursor ? (
              <ButtonLink href={`/console/traces?cursor=${encodeURIComponent(list.next_cursor)}` as Route}>
                {t("older")}
              </ButtonLink>
            ) : null}
          </nav>
        </>
      )}
    </>
  );
}
