import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cancelMine } from "@/app/me/delete/actions";
import { CancelDeletion } from "@/components/memory/delete/cancel-deletion";
import { DeletionSeal } from "@/components/receipt/deletion-stamp";
import { FilesNote } from "@/components/receipt/files-note";
import { Ladder } from "@/components/receipt/ladder";
import { ReceiptPolling, ReceiptTools } from "@/components/receipt/receipt-tools";
import { MonoId } from "@/components/ui/mono-id";
import { Time } from "@/components/ui/time";
import { deletionId, type DeletionReceipt } from "@/lib/contracts/deletions";
import { EngineError } from "@/lib/engine/errors";
import { requirePage } from "@/lib/server/session";
import { getDeletion } from "@/lib/services/deletion/get-deletion";
import { getReceipt } from "@/lib/services/deletion/get-receipt";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("receipt");
  return { title: t("title") };
}

/** Which sentence heads the receipt: what can no longer happen, and what is still open. */
function chooseHeadline(
  receipt: DeletionReceipt["receipt"],
): "verified" | "open" | "failed" | "scheduled" | "cancelled" | "onHold" {
  if (receipt.on_hold) return "onHold";
  if (receipt.status === "complete") return "verified";
  if (receipt.status === "failed") return "failed";
  if (receipt.status === "cancelled") return "cancelled";
  return receipt.targets.some(({ target, state }) => target === "primary" && state === "done")
    ? "open"
    : "scheduled";
}

export default async function ReceiptPage({ params }: { params: Promise<{ id: string }> }) {
  const [{ ctx }, { id }, t] = await Promise.all([requirePage("me"), params, getTranslations("receipt")]);
  if (!deletionId.safeParse(id).success) notFound();
  const signed = await getReceipt({ ctx, input: { id } }).catch((error: unknown) => {
    if (error instanceof EngineError && error.code === "not_found") return null;
    throw error;
  });
  if (!signed) notFound();
  const { receipt, signature } = signed;
  const deletion = receipt.status === "requested" ? await getDeletion({ ctx, input: { id } }) : null;
  const cancellable = deletion?.execute_after != null && new Date(deletion.execute_after) > ctx.clock.now();
  const open = receipt.targets.filter(({ state }) => state !== "done" && state !== "not_present").length;
  const final = receipt.status === "complete" || receipt.status === "cancelled";
  return (
    <article className="print:text-[10.5pt]">
      <p className="no-print mb-4 text-14">
        <Link href="/me/receipts" className="ink-link">
          {t("back")}
        </Link>
      </p>
      {final ? null : <ReceiptPolling status={receipt.status} waiting={receipt.status === "waiting"} />}
      <div className="border border-rule-strong bg-sheet px-4 py-6 sm:px-8 print:border-0 print:px-0">
        <header className="flex flex-wrap items-start justify-between gap-4 border-b-[3px] border-double border-ink pb-5">
          <div className="min-w-0">
            <p className="text-13 text-muted">{t("office")}</p>
            <h1 className="text-28 font-semibold tracking-[-0.015em]">{t("title")}</h1>
            <MonoId id={receipt.deletion_id} />
          </div>
          <DeletionSeal status={receipt.status} />
        </header>
        <p className="measure mt-5 text-20">
          {t.rich(`headline.${chooseHeadline(receipt)}`, {
            count: receipt.affected.memories,
            open,
            when: () => <Time at={receipt.issued_at} style="exact" />,
          })}
        </p>
        {cancellable && deletion?.execute_after ? (
          <CancelDeletion id={receipt.deletion_id} until={deletion.execute_after} cancel={cancelMine} />
        ) : null}
        <dl className="mt-5 grid gap-x-8 border-t border-rule text-14 sm:grid-cols-2">
          {[
            { name: t("requestedAt"), value: <Time at={receipt.requested_at} style="exact" /> },
            {
              name: t("completedAt"),
              value: receipt.completed_at ? <Time at={receipt.completed_at} style="exact" /> : t("notYet"),
            },
            { name: t("memoriesRemoved"), value: t("number", { count: receipt.affected.memories }) },
            { name: t("sourcesRemoved"), value: t("number", { count: receipt.affected.sources }) },
            { name: t("indexRowsRemoved"), value: t("number", { count: receipt.affected.index_rows }) },
            { name: t("derivedRemoved"), value: t("number", { count: receipt.affected.derived }) },
          ].map(({ name, value }) => (
            <div key={name} className="flex justify-between gap-4 border-b border-rule py-1.5">
              <dt className="font-normal text-muted">{name}</dt>
              <dd className="figures text-right">{value}</dd>
            </div>
          ))}
        </dl>
        <h2 className="mt-8 mb-2 text-16 font-semibold">{t("ladder")}</h2>
        <Ladder targets={receipt.targets} />
        {receipt.files ? <FilesNote files={receipt.files} /> : null}
        <section aria-labelledby="signature" className="mt-8 border-t-[3px] border-double border-ink pt-4">
          <h2 id="signature" className="text-16 font-semibold">
            {t("signature")}
          </h2>
          <p className="measure mt-1 text-14 text-muted">{t("signatureMeans")}</p>
          <dl className="mt-3 grid gap-1.5 text-13">
            {[
              { name: t("algorithm"), value: signature.algorithm },
              { name: t("keyId"), value: signature.key_id },
              { name: t("publicKey"), value: signature.public_key },
              { name: t("signatureValue"), value: signature.value },
              ...(receipt.audit
                ? [{ name: t("audit"), value: `${receipt.audit.seq} · ${receipt.audit.hash}` }]
                : []),
              ...receipt.memory_digests
                .slice(0, 20)
                .map((digest, index) => ({ name: t("digest", { number: index + 1 }), value: digest })),
            ].map(({ name, value }) => (
              <div key={name} className="grid gap-x-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
                <dt className="font-normal text-muted">{name}</dt>
                <dd className="font-mono text-12 break-all">{value}</dd>
              </div>
            ))}
          </dl>
          {receipt.audit ? null : <p className="mt-2 text-13 text-muted">{t("auditPending")}</p>}
        </section>
      </div>
      <div className="mt-5">
        <ReceiptTools id={receipt.deletion_id} json={JSON.stringify(signed, null, 2)} />
      </div>
      <p className="measure mt-4 text-13 text-muted">{t("noContent")}</p>
    </article>
  );
}
