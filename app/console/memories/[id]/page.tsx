import type { Metadata, Route } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { loadOrNotFound } from "@/app/console/load-or-not-found";
import { loadViewer } from "@/app/console/load-viewer";
import { AuditTable } from "@/components/console/audit-table";
import { toAddress } from "@/components/console/to-address";
import { decideState } from "@/components/memory/decide-state";
import { StateStamp } from "@/components/memory/state-stamp";
import { Validity } from "@/components/memory/validity";
import { Particulars } from "@/components/review/particulars";
import { ShownWords } from "@/components/review/shown-words";
import { toShown } from "@/components/review/to-shown";
import { MonoId } from "@/components/ui/mono-id";
import { Section } from "@/components/ui/section";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { idOf } from "@/lib/contracts/common";
import { requirePage } from "@/lib/server/session";
import { listAudit } from "@/lib/services/audit/list-audit";
import { getMemory } from "@/lib/services/memory/get-memory";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("browse");
  return { title: t("one") };
}

export default async function MemoryPage({ params }: { params: Promise<{ id: string }> }) {
  const [{ ctx }, { id }, t, tSources, tReview] = await Promise.all([
    requirePage("console"),
    params,
    getTranslations("browse"),
    getTranslations("sourceTypes"),
    getTranslations("review"),
  ]);
  if (!idOf("mem").safeParse(id).success) notFound();
  const [memory, viewer, log] = await Promise.all([
    loadOrNotFound(() => getMemory({ ctx, input: { id } })),
    loadViewer(ctx),
    listAudit({ ctx, input: { object: id, limit: 20 } }),
  ]);
  const shown = toShown(memory, viewer);
  const person = [memory.subject, memory.scope].find((name) => name.startsWith("user:"));
  return (
    <article>
      <p className="mb-3 text-13">
        <Link href="/console/memories" className="ink-link">
          {t("back")}
        </Link>
      </p>
      <h1 className="measure text-20 font-semibold">
        <ShownWords shown={shown} />
      </h1>
      <p className="mt-2 mb-5 flex flex-wrap items-center gap-x-4 gap-y-1 text-13">
        <StateStamp state={decideState(memory)} />
        <MonoId id={id} />
        <Link className="ink-link" href={`/console/chains/${memory.fact_id}` as Route}>
          {t("toChain")}
        </Link>
        {person ? (
          <Link className="ink-link" href={`/console/subjects/${encodeURIComponent(person)}` as Route}>
            {shown?.masked ? t("toReveal") : t("toPerson")}
          </Link>
        ) : null}
      </p>
      <div className="max-w-[56rem]">
        <Particulars
          rows={[
            {
              name: t("fact"),
              value: (
                <span translate="no" className="font-mono text-12 break-all">
                  {memory.scope} · {memory.subject} · {memory.predicate}
                </span>
              ),
            },
            { name: t("valid"), value: <Validity from={memory.valid_from} to={memory.valid_to} /> },
            { name: t("recorded"), value: <Time at={memory.recorded_at} style="exact" /> },
            { name: t("trust"), value: t("share", { value: memory.trust }) },
            { name: t("confidence"), value: t("share", { value: memory.confidence }) },
            { name: t("sensitivity"), value: t(`sensitivityOf.${memory.sensitivity}`) },
            { name: t("used"), value: t("number", { value: memory.uses.count }) },
          ]}
        />
      </div>
      <Section title={t("sources", { count: memory.sources.length })}>
        <div className="mt-3">
          <Table label={t("sources", { count: memory.sources.length })} className="min-w-[36rem]">
            <thead>
              <tr>
                <Th>{tReview("evidence.source")}</Th>
                <Th>{tReview("evidence.words")}</Th>
                <Th>{tReview("evidence.relation")}</Th>
              </tr>
            </thead>
            <tbody>
              {memory.sources.map((source) => (
                <tr key={`${source.event_id}-${source.relation}`}>
                  <RowHead className="min-w-40">
                    {tSources(source.source_type)}
                    <code className="block font-mono text-12 break-all text-muted">{source.event_id}</code>
                  </RowHead>
                  <Td className="max-w-96 min-w-48">
                    {source.quote === null ? (
                      <span className="text-muted">{tReview("noQuote")}</span>
                    ) : shown?.masked ? (
                      <span className="text-muted">{tReview("coveredQuote")}</span>
                    ) : (
                      <span className="verbatim">{source.quote}</span>
                    )}
                  </Td>
                  <Td>{tReview(`relation.${source.relation}`)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      </Section>
      <Section
        title={t("log")}
        aside={
          <Link className="ink-link" href={toAddress("/console/audit", { object: id }) as Route}>
            {t("wholeLog")}
          </Link>
        }
      >
        <div className="mt-3">
          <AuditTable lines={log.items} />
        </div>
      </Section>
    </article>
  );
}
