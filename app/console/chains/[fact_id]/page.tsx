import type { Metadata, Route } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { loadOrNotFound } from "@/app/console/load-or-not-found";
import { loadViewer } from "@/app/console/load-viewer";
import { isMoment, type Query, readFilter, toMoment } from "@/app/console/read-filter";
import { type Believed, TwoClocks } from "@/components/charts/two-clocks";
import { FilterForm } from "@/components/console/filter-form";
import { decideState } from "@/components/memory/decide-state";
import { StateStamp } from "@/components/memory/state-stamp";
import { Validity } from "@/components/memory/validity";
import { ShownWords } from "@/components/review/shown-words";
import { toShown } from "@/components/review/to-shown";
import { PageTitle } from "@/components/shell/page-title";
import { QuietNote } from "@/components/ui/quiet-note";
import { Section } from "@/components/ui/section";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { idOf } from "@/lib/contracts/common";
import { requirePage } from "@/lib/server/session";
import { getChain } from "@/lib/services/fact/get-chain";

interface Props {
  params: Promise<{ fact_id: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("chain");
  return { title: t("title") };
}

export default async function ChainPage({ params, searchParams }: Props) {
  const [{ ctx, person }, { fact_id: factId }, query, t, tList, tHistory] = await Promise.all([
    requirePage("console"),
    params,
    searchParams,
    getTranslations("chain"),
    getTranslations("list"),
    getTranslations("history"),
  ]);
  if (!idOf("fact").safeParse(factId).success) notFound();
  const [chain, viewer] = await Promise.all([
    loadOrNotFound(() => getChain({ ctx, input: { fact_id: factId } })),
    loadViewer(ctx),
  ]);
  const zone = person.timeZone ?? person.tenant.timeZone;
  const { values, ignored } = readFilter(query, { asOf: isMoment, known: isMoment });
  const now = ctx.clock.now().toISOString();
  const valid = toMoment(values.asOf, zone) ?? now;
  const known = toMoment(values.known, zone) ?? now;
  const at = { valid: Date.parse(valid), known: Date.parse(known) };
  const count = chain.items.length;
  const numbers = new Map(chain.items.map((memory, index) => [memory.memory_id, count - index]));
  const ms = (text: string | null) => (text === null ? null : Date.parse(text));
  const believed: Believed[] = chain.periods.map((period, index) => ({
    key: `${period.memory_id}-${index}`,
    number: numbers.get(period.memory_id) ?? 0,
    validFrom: Date.parse(period.valid_from),
    validTo: ms(period.valid_to),
    knownFrom: Date.parse(period.recorded_at),
    knownTo: ms(period.retired_at),
  }));
  const held = chain.periods.filter((_, index) => {
    const one = believed[index];
    return (
      one !== undefined &&
      at.valid >= one.validFrom &&
      (one.validTo === null || at.valid < one.validTo) &&
      at.known >= one.knownFrom &&
      (one.knownTo === null || at.known < one.knownTo)
    );
  });
  const answers = chain.items.filter((memory) =>
    held.some(({ memory_id }) => memory_id === memory.memory_id),
  );
  const [newest] = chain.items;
  if (!newest) notFound();
  return (
    <>
      <p className="mb-3 text-13">
        <Link href={`/console/memories/${newest.memory_id}` as Route} className="ink-link">
          {t("back")}
        </Link>
      </p>
      <PageTitle lead={t("lead", { count })}>
        <span translate="no" className="font-mono text-20 break-all">
          {newest.scope} · {newest.subject} · {newest.predicate}
        </span>
      </PageTitle>
      <FilterForm
        label={t("ask")}
        path={`/console/chains/${factId}`}
        values={values}
        fields={[
          { key: "asOf", label: t("asOf"), kind: "moment" },
          { key: "known", label: t("knownAt"), kind: "moment" },
        ]}
      />
      {ignored ? <QuietNote>{tList("ignored")}</QuietNote> : null}
      <section aria-label={t("answer")} className="mb-6 border-l-[3px] border-accent bg-sheet px-4 py-3">
        <p className="text-13 text-muted">
          {t.rich("question", {
            valid: () => <Time at={valid} style="minute" />,
            known: () => <Time at={known} style="minute" />,
          })}
        </p>
        {answers.length === 0 ? (
          <p className="mt-1 text-16 font-semibold">{t("nothing")}</p>
        ) : (
          answers.map((memory) => (
            <p
              key={memory.memory_id}
              className="mt-1 flex flex-wrap items-baseline gap-x-3 text-16 font-semibold"
            >
              <ShownWords shown={toShown(memory, viewer)} />
              <span className="text-13 font-normal text-muted">
                {tHistory("version", { number: numbers.get(memory.memory_id) ?? 0 })}
              </span>
            </p>
          ))
        )}
      </section>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <div className="min-w-0">
          <Section title={t("versions", { count })}>
            <ol>
              {chain.items.map((memory) => (
                <li key={memory.memory_id} className="grid gap-1 border-b border-rule py-3">
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <span className="text-14 font-semibold">
                      {tHistory("version", { number: numbers.get(memory.memory_id) ?? 0 })}
                    </span>
                    <StateStamp state={decideState(memory)} />
                  </p>
                  {memory.status === "deleted" ? (
                    <p className="text-14 text-muted">{tHistory("gap")}</p>
                  ) : (
                    <Link
                      href={`/console/memories/${memory.memory_id}` as Route}
                      className="text-14 text-accent hover:underline"
                    >
                      <ShownWords shown={toShown(memory, viewer)} />
                    </Link>
                  )}
                  <p className="text-13 text-muted">
                    <Validity from={memory.valid_from} to={memory.valid_to} /> ·{" "}
                    {t.rich("recordedAt", { when: () => <Time at={memory.recorded_at} style="minute" /> })}
                  </p>
                </li>
              ))}
            </ol>
          </Section>
        </div>
        <div className="min-w-0">
          <Section title={t("chart")}>
            <p className="measure my-3 text-13 text-muted">{t("chartMeans")}</p>
            <TwoClocks
              believed={believed}
              at={at}
              summary={t("summary", { count: believed.length, held: answers.length })}
            />
            <details className="mt-3" open={believed.length <= 3}>
              <summary className="inline-block min-h-6 text-13 text-accent">{t("asTable")}</summary>
              <div className="mt-2">
                <Table label={t("asTable")} className="min-w-[30rem]">
                  <thead>
                    <tr>
                      <Th>{t("version")}</Th>
                      <Th>{t("trueFrom")}</Th>
                      <Th>{t("trueTo")}</Th>
                      <Th>{t("knownFrom")}</Th>
                      <Th>{t("knownTo")}</Th>
                    </tr>
                  </thead>
                  <tbody>
                    {chain.periods.map((period, index) => (
                      <tr
                        key={believed[index]?.key}
                        className={held.includes(period) ? "font-semibold" : undefined}
                      >
                        <RowHead className="figures">
                          {t("versionShort", { number: believed[index]?.number ?? 0 })}
                        </RowHead>
                        <Td>
                          <Time at={period.valid_from} style="minute" />
                        </Td>
                        <Td>
                          {period.valid_to ? <Time at={period.valid_to} style="minute" /> : t("untilChanged")}
                        </Td>
                        <Td>
                          <Time at={period.recorded_at} style="minute" />
                        </Td>
                        <Td>
                          {period.retired_at ? (
                            <Time at={period.retired_at} style="minute" />
                          ) : (
                            t("stillKnown")
                          )}
                        </Td>
                      </tr>
                    ))}
                  </tbody>
                </Table>
              </div>
            </details>
          </Section>
        </div>
      </div>
    </>
  );
}
