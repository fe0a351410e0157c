import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { type Query, readCursor, readFilter } from "@/app/console/read-filter";
import { retryJob } from "@/app/console/retry-job";
import { loadPage } from "@/app/load-page";
import { FilterForm } from "@/components/console/filter-form";
import { ListPages } from "@/components/console/list-pages";
import { ObjectLink } from "@/components/console/object-link";
import { RetryButton } from "@/components/console/retry-button";
import { PageTitle } from "@/components/shell/page-title";
import { EmptyState } from "@/components/ui/empty-state";
import { QuietNote } from "@/components/ui/quiet-note";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { JOB_KINDS, JOB_STATES, type JobKind } from "@/lib/contracts/jobs";
import { requirePage } from "@/lib/server/session";
import { listJobs } from "@/lib/services/job/list-jobs";

const PATH = "/console/jobs";
const OBJECT: Record<JobKind, string> = { indexing: "memory", extraction: "event", deletion: "deletion" };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("jobs");
  return { title: t("title") };
}

export default async function JobsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [{ ctx, person }, query, t, tList, tAudit, tCommon] = await Promise.all([
    requirePage("console"),
    searchParams,
    getTranslations("jobs"),
    getTranslations("list"),
    getTranslations("audit"),
    getTranslations("common"),
  ]);
  const cursor = readCursor(query);
  const { values, ignored } = readFilter(query, {
    kind: (value) => JOB_KINDS.some((kind) => kind === value),
    state: (value) => JOB_STATES.some((state) => state === value),
  });
  const kind = JOB_KINDS.find((known) => known === values.kind);
  const state = JOB_STATES.find((known) => known === values.state);
  const { list, cursorIgnored } = await loadPage(cursor, (position) =>
    listJobs({ ctx, input: { ...position, ...(kind && { kind }), ...(state && { state }), limit: 50 } }),
  );
  const mayRetry = (of: JobKind) =>
    person.roles.includes("admin") || (of === "deletion" && person.roles.includes("privacy_officer"));
  const open = JOB_KINDS.flatMap((each) => Object.values(list.counts[each])).reduce((a, b) => a + b, 0);
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      <div className="mb-6">
        <Table label={t("summary")} className="min-w-[32rem]">
          <thead>
            <tr>
              <Th>{t("kindHead")}</Th>
              {JOB_STATES.map((each) => (
                <Th key={each} className="text-right">
                  {t(`state.${each}`)}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {JOB_KINDS.map((each) => (
              <tr key={each}>
                <RowHead>
                  <span className="block text-14 font-medium">{t(`kind.${each}`)}</span>
                  <span className="text-muted">{t(`kindMeans.${each}`)}</span>
                </RowHead>
                {JOB_STATES.map((one) => {
                  const value = list.counts[each][one];
                  const bad = value > 0 && (one === "failing" || one === "dead");
                  return (
                    <Td
                      key={one}
                      className={`figures text-right text-16 ${bad ? "font-semibold text-danger" : value === 0 ? "text-muted" : ""}`}
                    >
                      {tAudit("number", { value })}
                    </Td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <FilterForm
        label={tList("filterOf", { list: t("title") })}
        path={PATH}
        values={values}
        fields={[
          {
            key: "kind",
            label: t("kindHead"),
            kind: "choice",
            any: tList("any"),
            options: JOB_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
          },
          {
            key: "state",
            label: t("stateHead"),
            kind: "choice",
            any: tList("any"),
            options: JOB_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
          },
        ]}
      />
      {ignored ? <QuietNote>{tList("ignored")}</QuietNote> : null}
      {cursorIgnored ? <QuietNote>{tCommon("cursorIgnored")}</QuietNote> : null}
      {list.items.length === 0 ? (
        <EmptyState title={open === 0 ? t("emptyTitle") : tList("noMatchTitle")}>
          {open === 0 ? t("empty") : tList("noMatch")}
        </EmptyState>
      ) : (
        <>
          <p role="status" className="figures mb-2 text-13">
            {t("count", { count: list.total })}
            {Object.keys(values).length > 0 ? (
              <span className="text-muted"> {tList("of", { count: open })}</span>
            ) : null}
          </p>
          <Table label={t("title")} className="min-w-[48rem]">
            <thead>
              <tr>
                <Th>{t("about")}</Th>
                <Th className="whitespace-nowrap">{t("kindHead")}</Th>
                <Th className="whitespace-nowrap">{t("stateHead")}</Th>
                <Th className="text-right">{t("attempts")}</Th>
                <Th>{t("since")}</Th>
                <Th>{t("next")}</Th>
                <Th>
                  <span className="sr-only">{t("retry")}</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {list.items.map((job) => (
                <tr key={job.job_id} className="group hover:[&>*]:bg-wash">
                  <RowHead className="max-w-64 min-w-40">
                    <ObjectLink
                      type={OBJECT[job.kind]}
                      id={job.object_id}
                      kind={tAudit(`object.${OBJECT[job.kind]}` as never)}
                    />
                  </RowHead>
                  <Td className="whitespace-nowrap">{t(`kind.${job.kind}`)}</Td>
                  <Td
                    className={
                      job.state === "failing" || job.state === "dead" ? "font-semibold text-danger" : ""
                    }
                  >
                    {t(`state.${job.state}`)}
                    {job.last_error ? (
                      <code className="block font-mono text-12 font-normal text-muted">{job.last_error}</code>
                    ) : null}
                  </Td>
                  <Td className="figures text-right">{tAudit("number", { value: job.attempts })}</Td>
                  <Td className="whitespace-nowrap">
                    <Time at={job.created_at} style="relative" />
                  </Td>
                  <Td className="whitespace-nowrap">
                    {job.due_at ? <Time at={job.due_at} style="minute" /> : t("never")}
                  </Td>
                  <Td className="text-right">
                    {job.state === "running" ? (
                      <span className="text-muted">{t("runs")}</span>
                    ) : mayRetry(job.kind) ? (
                      <RetryButton
                        job={{ kind: job.kind, job_id: job.job_id }}
                        label={job.job_id}
                        action={retryJob}
                      />
                    ) : (
                      <span className="text-muted">{t("mayNot")}</span>
                    )}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
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
