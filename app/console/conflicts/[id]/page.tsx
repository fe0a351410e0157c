import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { loadOrNotFound } from "@/app/console/load-or-not-found";
import { settleConflict } from "@/app/console/conflicts/[id]/actions";
import { DecideConflict } from "@/app/console/conflicts/[id]/decide-conflict";
import { decideState } from "@/components/memory/decide-state";
import { StateStamp } from "@/components/memory/state-stamp";
import { Validity } from "@/components/memory/validity";
import { DisclosedNote } from "@/components/review/disclosed-note";
import { EvidenceList } from "@/components/review/evidence-list";
import { HeldFor } from "@/components/review/held-for";
import { Particulars } from "@/components/review/particulars";
import { ReviewSteps } from "@/components/review/review-steps";
import { ShownWords } from "@/components/review/shown-words";
import { toShown } from "@/components/review/to-shown";
import { PageTitle } from "@/components/shell/page-title";
import { MonoId } from "@/components/ui/mono-id";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { requirePage } from "@/lib/server/session";
import { getConflict } from "@/lib/services/conflict/get-conflict";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("conflicts");
  return { title: t("one") };
}

export default async function ConflictPage({ params }: { params: Promise<{ id: string }> }) {
  const [{ ctx, person }, { id }] = await Promise.all([requirePage("console"), params]);
  const [conflict, t, tReview] = await Promise.all([
    loadOrNotFound(() => getConflict({ ctx, input: { id } })),
    getTranslations("conflicts"),
    getTranslations("review"),
  ]);
  const reads = person.roles.some((role) => role === "reviewer" || role === "admin");
  const viewer = { self: ctx.principal.self, reads };
  const sides = [
    { key: "incumbent", memory: conflict.incumbent, evidence: conflict.incumbent_evidence },
    { key: "challenger", memory: conflict.challenger, evidence: conflict.challenger_evidence },
  ] as const;
  return (
    <>
      <p className="no-print mb-3 text-14">
        <Link className="ink-link" href="/console/conflicts">
          {t("back")}
        </Link>
      </p>
      <PageTitle lead={conflict.state === "open" ? t("openSentence") : t("closedSentence")}>
        {t("heading")}
      </PageTitle>
      <DisclosedNote shown={toShown(conflict.incumbent, viewer)} />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        {sides.map(({ key, memory, evidence }) => {
          const shown = toShown(memory, viewer);
          return (
            <section
              key={key}
              aria-labelledby={`side-${key}`}
              className="min-w-0 border-t-[3px] border-ink pt-3"
            >
              <h2 id={`side-${key}`} className="text-13 font-semibold text-muted">
                {t(key)}
              </h2>
              <p className="mt-1 text-20">
                <ShownWords shown={shown} />
              </p>
              {memory ? (
                <div className="mt-3">
                  <Particulars
                    rows={[
                      { name: tReview("stateName"), value: <StateStamp state={decideState(memory)} /> },
                      {
                        name: tReview("validity"),
                        value: <Validity from={memory.valid_from} to={memory.valid_to} />,
                      },
                      {
                        name: tReview("recordedAt"),
                        value: <Time at={memory.recorded_at} style="minute" />,
                      },
                      { name: tReview("trustName"), value: tReview("trust", { value: memory.trust }) },
                      { name: tReview("number"), value: <MonoId id={memory.memory_id} /> },
                    ]}
                  />
                </div>
              ) : null}
              <h3 className="mt-4 mb-1 text-13 font-semibold">{tReview("evidenceTitle")}</h3>
              <EvidenceList
                label={t("evidenceOf", { side: key })}
                evidence={evidence}
                covered={shown?.masked ?? false}
              />
            </section>
          );
        })}
      </div>
      <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          {conflict.may_decide ? (
            <DecideConflict
              key={conflict.revision}
              id={conflict.conflict_id}
              revision={conflict.revision}
              settle={settleConflict}
            />
          ) : (
            <p className="border-l-[3px] border-rule-strong pl-3 text-14 text-muted">
              {conflict.state === "open" ? tReview("needsReviewer") : t("closedSentence")}
            </p>
          )}
        </div>
        <div className="min-w-0">
          <Particulars
            rows={[
              { name: t("column.why"), value: <HeldFor code={conflict.reason_code} /> },
              {
                name: tReview("place"),
                value: (
                  <span translate="no" className="font-mono text-12 wrap-anywhere">
                    {conflict.scope} · {conflict.subject ?? "…"} · {conflict.predicate ?? "…"}
                  </span>
                ),
              },
              { name: t("column.served"), value: tReview("figure", { value: conflict.served }) },
              { name: t("column.since"), value: <Time at={conflict.opened_at} style="exact" /> },
              { name: tReview("number"), value: <MonoId id={conflict.conflict_id} /> },
            ]}
          />
          <Section title={tReview("stepsTitle")}>
            <ReviewSteps steps={conflict.reviews} />
          </Section>
        </div>
      </div>
    </>
  );
}
