import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { loadOrNotFound } from "@/app/console/load-or-not-found";
import { approveProposal, rejectProposal } from "@/app/console/approvals/[id]/actions";
import { DecideApproval } from "@/app/console/approvals/[id]/decide-approval";
import { StateStamp } from "@/components/memory/state-stamp";
import { WordDiff } from "@/components/memory/word-diff";
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
import { getApproval } from "@/lib/services/approval/get-approval";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("approvals");
  return { title: t("one") };
}

export default async function ApprovalPage({ params }: { params: Promise<{ id: string }> }) {
  const [{ ctx, person }, { id }] = await Promise.all([requirePage("console"), params]);
  const [approval, t, tReview, tSources] = await Promise.all([
    loadOrNotFound(() => getApproval({ ctx, input: { id } })),
    getTranslations("approvals"),
    getTranslations("review"),
    getTranslations("sourceTypes"),
  ]);
  const reads = person.roles.some((role) => role === "reviewer" || role === "admin");
  const viewer = { self: ctx.principal.self, reads };
  const proposed = toShown(approval.proposed, viewer);
  const before = toShown(approval.target ?? approval.current, viewer);
  const me = ctx.principal.actor.id;
  const whyNot =
    approval.proposed_by.id === me
      ? "own_proposal"
      : approval.reviews.some((step) => step.actor.id === me)
        ? "second_person"
        : "needs_reviewer";
  const isVersion = ["remember", "correct", "restore"].includes(approval.verb);
  return (
    <>
      <p className="no-print mb-3 text-14">
        <Link className="ink-link" href="/console/approvals">
          {t("back")}
        </Link>
      </p>
      <PageTitle
        lead={
          <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            {approval.proposed && approval.state === "open" && isVersion ? (
              <StateStamp state="pending_approval" />
            ) : null}
            <span>{t(`sentence.${approval.verb}`)}</span>
          </span>
        }
      >
        <ShownWords shown={proposed} />
      </PageTitle>
      <DisclosedNote shown={proposed} />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0">
          <Section title={t("change")}>
            <div className="py-3 text-16">
              {proposed === null ? (
                <p className="text-muted">{tReview("textGone")}</p>
              ) : !isVersion ? (
                <p className="text-14">{t(`effect.${approval.verb as "confirm"}`)}</p>
              ) : before === null ? (
                <>
                  <p className="text-14 text-muted">{t("nothingBefore")}</p>
                  <ShownWords shown={proposed} />
                </>
              ) : proposed.masked || before.masked ? (
                <p className="text-14 text-muted">{tReview("coveredChange")}</p>
              ) : (
                <WordDiff before={before.text} after={proposed.text} />
              )}
            </div>
          </Section>
          <Section title={tReview("evidenceTitle")}>
            <p className="py-2 text-14">
              {tReview("lineage", { value: approval.lineage.min_trust })}{" "}
              <span className="text-muted">
                {approval.lineage.source_types.map((type) => tSources(type)).join(", ")}
              </span>
            </p>
            <EvidenceList
              label={tReview("evidenceTitle")}
              evidence={approval.evidence}
              covered={proposed?.masked ?? false}
            />
          </Section>
          <Section title={tReview("stepsTitle")}>
            <ReviewSteps steps={approval.reviews} />
          </Section>
          {approval.earlier.length > 0 ? (
            <Section title={t("earlier")}>
              <ul>
                {approval.earlier.map((one) => (
                  <li key={one.approval_id} className="border-b border-rule py-2 text-14">
                    <Link className="ink-link" href={`/console/approvals/${one.approval_id}` as Route}>
                      {t(`state.${one.state}`)}
                    </Link>{" "}
                    {one.decided_at ? (
                      <span className="text-muted">
                        <Time at={one.decided_at} style="minute" />
                      </span>
                    ) : null}
                  </li>
                ))}
              </ul>
            </Section>
          ) : null}
        </div>
        <div className="min-w-0">
          {approval.may_decide ? (
            <DecideApproval
              key={approval.revision}
              id={approval.approval_id}
              revision={approval.revision}
              isSecond={approval.approvals_given > 0}
              approve={approveProposal}
              reject={rejectProposal}
            />
          ) : (
            <p className="border-l-[3px] border-rule-strong pl-3 text-14 text-muted">
              {approval.state === "open" ? t(`mayNot.${whyNot}`) : t(`closed.${approval.state}`)}
            </p>
          )}
          <div className="mt-6">
            <Particulars
              rows={[
                { name: t("column.why"), value: <HeldFor code={approval.reason_code} /> },
                {
                  name: t("class"),
                  value:
                    approval.class === "highest"
                      ? t("twoPeople", {
                          given: approval.approvals_given,
                          needed: approval.approvals_needed,
                        })
                      : t("onePerson"),
                },
                {
                  name: t("column.by"),
                  value: <span translate="no">{approval.proposed_by.name ?? approval.proposed_by.id}</span>,
                },
                {
                  name: tReview("place"),
                  value: (
                    <span translate="no" className="font-mono text-12 wrap-anywhere">
                      {approval.scope} · {approval.subject ?? "…"} · {approval.predicate ?? "…"}
                    </span>
                  ),
                },
                { name: t("column.since"), value: <Time at={approval.opened_at} style="exact" /> },
                { name: t("column.due"), value: <Time at={approval.expires_at} style="exact" /> },
                ...(approval.decided_at
                  ? [{ name: t("column.decided"), value: <Time at={approval.decided_at} style="exact" /> }]
                  : []),
                {
                  name: tReview("policy"),
                  value: tReview("policyVersion", { version: approval.policy_version }),
                },
                { name: tReview("number"), value: <MonoId id={approval.approval_id} /> },
              ]}
            />
          </div>
        </div>
      </div>
    </>
  );
}
