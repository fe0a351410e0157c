import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { verifyAudit } from "@/app/console/audit/actions";
import { isMoment, type Query, readCursor, readFilter, toMoment } from "@/app/console/read-filter";
import { loadPage } from "@/app/load-page";
import { AuditTable } from "@/components/console/audit-table";
import { CheckChain } from "@/components/console/check-chain";
import { FilterForm } from "@/components/console/filter-form";
import { ListPages } from "@/components/console/list-pages";
import { PageTitle } from "@/components/shell/page-title";
import { EmptyState } from "@/components/ui/empty-state";
import { QuietNote } from "@/components/ui/quiet-note";
import { AUDIT_ACTIONS, AUDIT_OUTCOMES, listAuditQuery } from "@/lib/contracts/audit";
import { requirePage } from "@/lib/server/session";
import { listAudit } from "@/lib/services/audit/list-audit";

const PATH = "/console/audit";
const FILTERS = listAuditQuery.shape;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("audit");
  return { title: t("title") };
}

export default async function AuditPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [{ ctx, person }, query, t, tList, tCommon] = await Promise.all([
    requirePage("console"),
    searchParams,
    getTranslations("audit"),
    getTranslations("list"),
    getTranslations("common"),
  ]);
  const zone = person.timeZone ?? person.tenant.timeZone;
  const cursor = readCursor(query);
  const { values, ignored } = readFilter(query, {
    action: (value) => FILTERS.action.safeParse(value).success,
    actor: (value) => FILTERS.actor.safeParse(value).success,
    object: (value) => FILTERS.object.safeParse(value).success,
    outcome: (value) => FILTERS.outcome.safeParse(value).success,
    from: isMoment,
    to: isMoment,
  });
  const { from, to, outcome, ...same } = values;
  const since = toMoment(from, zone);
  const until = toMoment(to, zone);
  const kind = AUDIT_OUTCOMES.find((known) => known === outcome);
  const { list, cursorIgnored } = await loadPage(cursor, (position) =>
    listAudit({
      ctx,
      input: {
        ...same,
        ...position,
        ...(kind && { outcome: kind }),
        ...(since && { from: since }),
        ...(until && { to: until }),
        limit: 50,
      },
    }),
  );
  const filtered = Object.keys(values).length > 0;
  const kinds = [...new Set(AUDIT_ACTIONS.map((action) => action.slice(0, action.indexOf("."))))];
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      <CheckChain action={verifyAudit} />
      <FilterForm
        label={tList("filterOf", { list: t("title") })}
        path={PATH}
        values={values}
        fields={[
          {
            key: "action",
            label: t("column.action"),
            kind: "choice",
            any: tList("any"),
            options: [
              ...kinds.map((kind) => ({
                value: `${kind}.*`,
                label: t("allOf", { kind: t(`object.${kind}` as never) }),
              })),
              ...AUDIT_ACTIONS.map((action) => ({
                value: action,
                label: t(`action.${action.replace(".", "_")}` as never),
              })),
            ],
          },
          {
            key: "actor",
            label: t("column.actor"),
            kind: "choice",
            any: tList("any"),
            options: [
              ...list.actors.map(({ id, name }) => ({ value: id, label: name ?? id, isName: true })),
              ...(values.actor && !list.actors.some(({ id }) => id === values.actor)
                ? [{ value: values.actor, label: values.actor, isName: true }]
                : []),
            ],
          },
          { key: "object", label: t("objectId"), kind: "text", hint: "mem_…, apr_…, user:…" },
          {
            key: "outcome",
            label: t("column.outcome"),
            kind: "choice",
            any: tList("any"),
            options: AUDIT_OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) })),
          },
          { key: "from", label: tList("from"), kind: "moment" },
          { key: "to", label: tList("to"), kind: "moment" },
        ]}
      />
      {ignored ? <QuietNote>{tList("ignored")}</QuietNote> : null}
      {cursorIgnored ? <QuietNote>{tCommon("cursorIgnored")}</QuietNote> : null}
      <p role="status" className="figures mb-2 text-13">
        {t("count", { count: list.total })}
        {filtered ? <span className="text-muted"> {tList("of", { count: list.all })}</span> : null}
      </p>
      {list.items.length === 0 ? (
        <EmptyState title={tList("noMatchTitle")}>{tList("noMatch")}</EmptyState>
      ) : (
        <AuditTable lines={list.items} />
      )}
      <ListPages
        path={PATH}
        query={values}
        cursor={cursorIgnored ? undefined : cursor}
        next={list.next_cursor}
      />
    </>
  );
}
