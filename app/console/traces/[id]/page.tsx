import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { explainAbsence, replayRetrieval } from "@/app/console/traces/[id]/actions";
import { mayReadQueries } from "@/app/console/may-read-queries";
import { loadMemories } from "@/app/console/traces/[id]/load-memories";
import { CandidateMatrix } from "@/components/console/candidate-matrix";
import { FunnelRail } from "@/components/console/funnel-rail";
import { MemoryCell } from "@/components/console/memory-cell";
import { PackedContext } from "@/components/console/packed-context";
import { ReplayBox } from "@/components/console/replay-box";
import { Rejects } from "@/components/console/rejects";
import { TraceContext } from "@/components/console/trace-context";
import { UseReport } from "@/components/console/use-report";
import { WhyNotBox } from "@/components/console/why-not";
import { coverQuery } from "@/components/console/cover-query";
import { MonoId } from "@/components/ui/mono-id";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { idOf } from "@/lib/contracts/common";
import { retrievalId } from "@/lib/contracts/retrievals";
import { EngineError } from "@/lib/engine/errors";
import { requirePage } from "@/lib/server/session";
import { getTrace } from "@/lib/services/retrieval/get-trace";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("trace");
  return { title: t("pageTitle") };
}

export default async function TracePage({ params, searchParams }: Props) {
  const [{ ctx, person }, { id }, query, t, tDegraded] = await Promise.all([
    requirePage("console"),
    params,
    searchParams,
    getTranslations("trace"),
    getTranslations("degraded"),
  ]);
  if (!retrievalId.safeParse(id).success) notFound();
  const found = await getTrace({ ctx, input: { id } }).catch((error: unknown) => {
    if (error instanceof EngineError && error.code === "not_found") return null;
    throw error;
  });
  if (!found) notFound();
  const covered = !mayReadQueries(person.roles);
  const trace = covered ? coverQuery(found) : found;
  const why = idOf("mem").safeParse(query.why).data ?? "";
  const memories = await loadMemories(ctx, [
    ...trace.candidates.map(({ memory_id }) => memory_id),
    ...trace.conflicts.flatMap(({ memory_ids }) => memory_ids),
    ...trace.rejects.map(({ memory_id }) => memory_id),
  ]);
  const rejected = Math.max(
    trace.rejects.length,
    Object.values(trace.reject_counts).reduce((sum, count) => sum + count, 0),
  );
  const missed = [...trace.candidates.filter(({ outcome }) => outcome === "dropped"), ...trace.rejects].map(
    ({ memory_id }) => memory_id,
  );
  return (
    <article>
      <p className="mb-3 text-13">
        <Link href="/console/traces" className="ink-link">
          {t("back")}
        </Link>
      </p>
      <h1 className="verbatim text-20 font-semibold">
        {covered && trace.context.query ? <span className="sr-only">{t("queryCovered")}</span> : null}
        <span aria-hidden={covered && Boolean(trace.context.query)}>
          {trace.context.query === null ? t("queryErased") : trace.context.query || t("noQuery")}
        </span>
      </h1>
      <p className="figures mt-1 mb-4 flex flex-wrap items-center gap-x-4 text-13 text-muted">
        <Time at={trace.at} style="exact" />
        <span>{t("took", { ms: trace.took_ms })}</span>
        <MonoId id={trace.retrieval_id} />
      </p>
      {trace.degraded.length > 0 ? (
        <p className="mb-4 border-l-[3px] border-expired bg-[var(--expired-tint)] px-3 py-2 text-14">
          {t("degraded")}{" "}
          {trace.degraded
            .map((code) => (tDegraded.has(code as never) ? tDegraded(code as never) : code))
            .join(t("separator"))}
        </p>
      ) : null}
      <FunnelRail stages={trace.stages} />
      <div className="mt-8">
        <Section title={t("whyTitle")}>
          <div className="mt-3">
            <WhyNotBox
              retrievalId={trace.retrieval_id}
              action={explainAbsence}
              suggestions={[...new Set(missed)].slice(0, 100)}
              initial={why}
            />
          </div>
        </Section>
        <Section title={t("replayTitle")}>
          <div className="mt-3">
            <ReplayBox
              retrievalId={trace.retrieval_id}
              action={replayRetrieval}
              recordedVersion={trace.policy_version}
              packed={trace.pack.items.map(({ memory_id }) => memory_id)}
              memories={memories}
            />
          </div>
        </Section>
        <Section title={t("contextTitle")}>
          <TraceContext trace={trace} />
        </Section>
        <Section title={t("candidatesTitle", { count: trace.candidates.length })}>
          <div className="mt-3">
            {trace.candidates.length > 0 ? (
              <CandidateMatrix candidates={trace.candidates} weights={trace.weights} memories={memories} />
            ) : (
              <p className="text-14 text-muted">{t("noCandidates")}</p>
            )}
          </div>
        </Section>
        <Section title={t("rejectsTitle", { count: rejected })}>
          <Rejects rejects={trace.rejects} counts={trace.reject_counts} memories={memories} />
        </Section>
        <Section title={t("conflictsTitle", { count: trace.conflicts.length })}>
          {trace.conflicts.length === 0 ? (
            <p className="py-3 text-14 text-muted">{t("noConflicts")}</p>
          ) : (
            <ul>
              {trace.conflicts.map((conflict) => (
                <li key={conflict.fact_id} className="border-b border-rule py-3">
                  <div className="grid gap-4 sm:grid-cols-2">
                    {conflict.memory_ids.map((memoryId) => (
                      <MemoryCell key={memoryId} memory={memories[memoryId]} id={memoryId} />
                    ))}
                  </div>
                  <p className="mt-2 text-13 text-muted">{t("toldAgent", { text: conflict.message })}</p>
                </li>
              ))}
            </ul>
          )}
        </Section>
        <Section title={t("packTitle", { count: trace.pack.items.length })}>
          <div className="mt-3">
            <PackedContext pack={trace.pack} memories={memories} />
          </div>
        </Section>
        <Section title={t("useTitle")}>
          <UseReport trace={trace} memories={memories} />
        </Section>
      </div>
    </article>
  );
}
