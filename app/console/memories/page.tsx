import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { loadViewer } from "@/app/console/load-viewer";
import { isMoment, type Query, readCursor, readFilter, toMoment } from "@/app/console/read-filter";
import { loadPage } from "@/app/load-page";
import { FilterForm } from "@/components/console/filter-form";
import { ListPages } from "@/components/console/list-pages";
import { MemoryTable } from "@/components/console/memory-table";
import { toAddress } from "@/components/console/to-address";
import { PageTitle } from "@/components/shell/page-title";
import { EmptyState } from "@/components/ui/empty-state";
import { QuietNote } from "@/components/ui/quiet-note";
import { Time } from "@/components/ui/time";
import { CONFIRMATIONS, KINDS, scope as scopeSchema, STATUSES, subject } from "@/lib/contracts/common";
import { requirePage } from "@/lib/server/session";
import { listMemories } from "@/lib/services/memory/list-memories";

const PATH = "/console/memories";
const isText = (value: string) => value.length <= 120;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("browse");
  return { title: t("title") };
}

/** No search in words: whoever may not read them could find them out by asking. */
export default async function MemoriesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [{ ctx, person }, query, t, tList, tStates, tKinds, tCommon] = await Promise.all([
    requirePage("console"),
    searchParams,
    getTranslations("browse"),
    getTranslations("list"),
    getTranslations("states"),
    getTranslations("kinds"),
    getTranslations("common"),
  ]);
  const zone = person.timeZone ?? person.tenant.timeZone;
  const cursor = readCursor(query);
  const { values, ignored } = readFilter(query, {
    state: (value) => STATUSES.some((one) => one === value) || CONFIRMATIONS.some((one) => one === value),
    scope: (value) => scopeSchema.safeParse(value).success,
    subject: (value) => subject.safeParse(value).success,
    predicate: isText,
    topic: isText,
    kind: (value) => KINDS.some((one) => one === value),
    asOf: isMoment,
    known: isMoment,
  });
  const status = STATUSES.find((one) => one === values.state);
  const confirmation = CONFIRMATIONS.find((one) => one === values.state && one !== "revoked");
  const kind = KINDS.find((one) => one === values.kind);
  const asOf = toMoment(values.asOf, zone);
  const known = toMoment(values.known, zone);
  const now = ctx.clock.now().toISOString();
  const [{ list, cursorIgnored }, viewer] = await Promise.all([
    loadPage(cursor, (position) =>
      listMemories({
        ctx,
        input: {
          ...position,
          limit: 50,
          ...(values.scope && { scope: values.scope }),
          ...(values.subject && { subject: values.subject }),
          ...(values.predicate && { predicate: values.predicate }),
          ...(values.topic && { topic: values.topic }),
          ...(kind && { kind }),
          ...(confirmation ? { confirmation, status: "active" as const } : status ? { status } : {}),
          // One clock alone leaves the other at now.
          ...(asOf || known ? { valid_at: asOf ?? now } : {}),
          ...(known ? { known_at: known } : {}),
        },
      }),
    ),
    loadViewer(ctx),
  ]);
  const { asOf: _asOf, known: _known, ...present } = values;
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      <FilterForm
        label={tList("filterOf", { list: t("title") })}
        path={PATH}
        values={values}
        fields={[
          {
            key: "state",
            label: t("state"),
            kind: "choice",
            any: tList("any"),
            options: [
              ...(["confirmed", "inferred", "observed"] as const),
              ...STATUSES.filter((one) => one !== "active" && one !== "candidate"),
            ].map((value) => ({ value, label: tStates(`${value}.label`) })),
          },
          { key: "scope", label: t("scope"), kind: "text", hint: "project:…" },
          { key: "subject", label: t("subject"), kind: "text", hint: "user:…" },
          { key: "predicate", label: t("predicate"), kind: "text" },
          { key: "topic", label: t("topic"), kind: "text" },
          {
            key: "kind",
            label: t("kind"),
            kind: "choice",
            any: tList("any"),
            options: KINDS.map((value) => ({ value, label: tKinds(value) })),
          },
          { key: "asOf", label: t("asOf"), kind: "moment" },
          { key: "known", label: t("knownAt"), kind: "moment" },
        ]}
      />
      {asOf || known ? (
        <p
          role="status"
          className="mb-4 flex flex-wrap gap-x-4 gap-y-1 border-l-[3px] border-expired bg-[var(--expired-tint)] px-3 py-2 text-14"
        >
          <span>
            {t.rich("lookingBack", {
              valid: () => <Time at={asOf ?? now} style="minute" />,
              known: () => <Time at={known ?? now} style="minute" />,
            })}
          </span>
          <Link className="ink-link" href={toAddress(PATH, present) as Route}>
            {t("backToNow")}
          </Link>
        </p>
      ) : null}
      {ignored ? <QuietNote>{tList("ignored")}</QuietNote> : null}
      {cursorIgnored ? <QuietNote>{tCommon("cursorIgnored")}</QuietNote> : null}
      <p role="status" className="figures mb-2 text-13">
        {t("count", { count: list.total })}
      </p>
      {list.items.length === 0 ? (
        <EmptyState title={tList("noMatchTitle")}>{tList("noMatch")}</EmptyState>
      ) : (
        <MemoryTable memories={list.items} viewer={viewer} />
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
