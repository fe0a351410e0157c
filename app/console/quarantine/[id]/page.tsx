import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { loadOrNotFound } from "@/app/console/load-or-not-found";
import { condemnHeld, releaseHeld } from "@/app/console/quarantine/[id]/actions";
import { DecideQuarantine } from "@/app/console/quarantine/[id]/decide-quarantine";
import { DisclosedNote } from "@/components/review/disclosed-note";
import { EvidenceList } from "@/components/review/evidence-list";
import { HeldFor } from "@/components/review/held-for";
import { Particulars } from "@/components/review/particulars";
import { ReviewSteps } from "@/components/review/review-steps";
import { ShownWords } from "@/components/review/shown-words";
import { Signals } from "@/components/review/signals";
import { toShown } from "@/components/review/to-shown";
import { StateStamp } from "@/components/memory/state-stamp";
import { PageTitle } from "@/components/shell/page-title";
import { MonoId } from "@/components/ui/mono-id";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { requirePage } from "@/lib/server/session";
import { getQuarantined } from "@/lib/services/quarantine/get-quarantined";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("quarantine");
  return { title: t("one") };
}

export default async function QuarantinedPage({ params }: { params: Promise<{ id: string }> }) {
  const [{ ctx, person }, { id }] = await Promise.all([requirePage("console"), params]);
  const [held, t, tReview] = await Promise.all([
    loadOrNotFound(() => getQuarantined({ ctx, input: { id } })),
    getTranslations("quarantine"),
    getTranslations("review"),
  ]);
  const reads = person.roles.some((role) => role === "reviewer" || role === "admin");
  const viewer = { self: ctx.principal.self, reads };
  const shown = toShown(held.memory, viewer);
  const current = toShown(held.current, viewer);
  const hasUri = held.evidence.some(({ uri }) => uri !== null);
  return (
    <>
      <p className="no-print mb-3 text-14">
        <Link className="ink-link" href="/console/quarantine">
          {t("back")}
        </Link>
      </p>
      <PageTitle
        lead={
          <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            {held.state === "held" ? <StateStamp state="quarantined" /> : null}
            <span>{t(`sentence.${held.state}`)}</span>
          </span>
        }
      >
        <ShownWords shown={shown} />
      </PageTitle>
      <DisclosedNote shown={shown} />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          <Section title={t("whyTitle")}>
            <div className="grid gap-2 py-3 text-14">
              <p>
                <HeldFor code={held.reason_code} />
              </p>
              <Signals signals={held.signals} />
              {current ? (
                <p>
                  <span className="text-muted">{t("holdsNow")} </span>
                  <ShownWords shown={current} />
                </p>
              ) : null}
            </div>
          </Section>
          <Section title={tReview("evidenceTitle")}>
            <EvidenceList
              label={tReview("evidenceTitle")}
              evidence={held.evidence}
              covered={shown?.masked ?? false}
            />
          </Section>
          <Section title={t("blast")}>
            <ul className="grid gap-1 py-3 text-14">
              <li>{t("reached", { count: held.reached })}</li>
              <li>{t("descendants", { count: held.descendants.length })}</li>
              <li>{t("cluster", { count: held.cluster.length })}</li>
            </ul>
          </Section>
          <Section title={tReview("stepsTitle")}>
            <ReviewSteps steps={held.reviews} />
          </Section>
        </div>
        <div className="min-w-0">
          {held.may_decide ? (
            <DecideQuarantine
              key={held.revision}
              id={held.quarantine_id}
              revision={held.revision}
              releasableAs={held.releasable_as}
              blockable={hasUri ? ["host", "uri", "writer"] : ["writer"]}
              withIt={held.descendants.length}
              release={releaseHeld}
              condemn={condemnHeld}
            />
          ) : (
            <p className="border-l-[3px] border-rule-strong pl-3 text-14 text-muted">
              {held.state === "held" ? tReview("needsReviewer") : t(`sentence.${held.state}`)}
            </p>
          )}
          <div className="mt-6">
            <Particulars
              rows={[
                {
                  name: t("column.by"),
                  value: (
                    <span translate="no">
                      {held.memory?.written_by.name ?? held.opened_by.name ?? held.opened_by.id}
                    </span>
                  ),
                },
                {
                  name: tReview("place"),
                  value: (
                    <span translate="no" className="font-mono text-12 wrap-anywhere">
                      {held.scope} · {held.subject ?? "…"} · {held.predicate ?? "…"}
                    </span>
                  ),
                },
                { name: t("column.since"), value: <Time at={held.opened_at} style="exact" /> },
                ...(held.decided_at
                  ? [{ name: tReview("decidedAt"), value: <Time at={held.decided_at} style="exact" /> }]
                  : []),
                {
                  name: tReview("policy"),
                  value: tReview("policyVersion", { version: held.policy_version }),
                },
                ...(held.root_id
                  ? [
                      {
                        name: t("root"),
                        value: (
                          <Link className="ink-link" href={`/console/quarantine/${held.root_id}` as Route}>
                            {t("rootLink")}
                          </Link>
                        ),
                      },
                    ]
                  : []),
                { name: tReview("number"), value: <MonoId id={held.quarantine_id} /> },
              ]}
            />
          </div>
        </div>
      </div>
    </>
  );
}
