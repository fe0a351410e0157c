import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { loadOrNotFound } from "@/app/console/load-or-not-found";
import { retryJob } from "@/app/console/retry-job";
import { AuditTable } from "@/components/console/audit-table";
import { RetryButton } from "@/components/console/retry-button";
import { DeletionStamp } from "@/components/receipt/deletion-stamp";
import { Ladder } from "@/components/receipt/ladder";
import { ReceiptTools } from "@/components/receipt/receipt-tools";
import { Particulars } from "@/components/review/particulars";
import { PageTitle } from "@/components/shell/page-title";
import { MonoId } from "@/components/ui/mono-id";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { deletionId } from "@/lib/contracts/deletions";
import { requirePage } from "@/lib/server/session";
import { listAudit } from "@/lib/services/audit/list-audit";
import { getDeletion } from "@/lib/services/deletion/get-deletion";
import { getReceipt } from "@/lib/services/deletion/get-receipt";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("deletions");
  return { title: t("one") };
}

export default async function DeletionPage({ params }: { params: Promise<{ id: string }> }) {
  const [{ ctx, person }, { id }, t] = await Promise.all([
    requirePage("console"),
    params,
    getTranslations("deletions"),
  ]);
  if (!deletionId.safeParse(id).success) notFound();
  const work = await loadOrNotFound(() => getDeletion({ ctx, input: { id } }));
  const [history, receipt] = await Promise.all([
    listAudit({ ctx, input: { object: id, limit: 50 } }),
    getReceipt({ ctx, input: { id } }),
  ]);
  const open = work.targets.filter(({ state }) => state !== "done" && state !== "not_present");
  const mayRetry = person.roles.some((role) => role === "admin" || role === "privacy_officer");
  const canRetry = open.length > 0 && ["failed", "waiting", "running"].includes(work.status);
  return (
    <article className="max-w-[64rem]">
      <p className="mb-3 text-13">
        <Link href="/console/deletions" className="ink-link">
          {t("back")}
        </Link>
      </p>
      <PageTitle
        lead={open.length === 0 ? t("nothingOpen") : t("open", { count: open.length })}
        aside={
          !canRetry ? null : mayRetry ? (
            <RetryButton job={{ kind: "deletion", job_id: id }} label={id} action={retryJob} />
          ) : (
            <p className="text-13 text-muted">{t("needsOfficer")}</p>
          )
        }
      >
        {t("one")}
      </PageTitle>
      <Particulars
        rows={[
          { name: t("status"), value: <DeletionStamp status={work.status} onHold={work.on_hold} /> },
          {
            name: t("requestedBy"),
            value: (
              <span translate={work.requested_by.name ? "no" : undefined}>
                {work.requested_by.name ?? t(`actorKind.${work.requested_by.kind}` as never)}
              </span>
            ),
          },
          { name: t("requested"), value: <Time at={work.requested_at} style="exact" /> },
          {
            name: t("completed"),
            value: work.completed_at ? <Time at={work.completed_at} style="exact" /> : t("notYet"),
          },
          { name: t("memories"), value: t("number", { value: work.affected.memories }) },
          { name: t("sources"), value: t("number", { value: work.affected.sources }) },
          { name: t("derived"), value: t("number", { value: work.affected.derived }) },
          { name: t("id"), value: <MonoId id={id} /> },
        ]}
      />
      <Section title={t("places")}>
        <Ladder targets={work.targets} />
      </Section>
      <Section title={t("history")}>
        <div className="mt-3">
          <AuditTable lines={history.items} />
        </div>
      </Section>
      <Section title={t("receipt")}>
        <p className="measure my-3 text-14 text-muted">{t("receiptMeans")}</p>
        <ReceiptTools id={id} json={JSON.stringify(receipt, null, 2)} />
      </Section>
    </article>
  );
}
