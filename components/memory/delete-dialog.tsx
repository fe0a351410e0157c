"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorRegion } from "@/components/ui/error-region";
import { useAnnounce } from "@/components/ui/live-region";
import { type Action, useAction } from "@/components/ui/use-action";
import type { DeletionCounts } from "@/lib/contracts/deletions";
import type { Memory } from "@/lib/contracts/memories";

interface Props {
  open: boolean;
  onClose: () => void;
  memory: Memory;
  preview: Action<{ memory_id: string }, { affected: DeletionCounts }>;
  action: Action<{ memory_id: string }, { deletion_id: string | null }>;
}

/** The text, what also goes, what stays. Nothing leaves the page until the server has taken the request. */
export function DeleteDialog({ open, onClose, memory, preview, action }: Props) {
  const t = useTranslations("deleteDialog");
  const router = useRouter();
  const announce = useAnnounce();
  const [affected, setAffected] = useState<DeletionCounts | null>(null);
  const look = useAction(
    preview,
    useCallback((data: { affected: DeletionCounts }) => setAffected(data.affected), []),
  );
  const remove = useAction(
    action,
    useCallback(
      (data: { deletion_id: string | null }) => {
        announce(t("accepted"));
        router.push((data.deletion_id ? `/me/receipts/${data.deletion_id}` : "/me/receipts") as Route);
      },
      [announce, router, t],
    ),
  );
  const runLook = look.run;
  useEffect(() => {
    if (open) runLook({ memory_id: memory.memory_id });
  }, [open, runLook, memory.memory_id]);

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next || remove.pending ? undefined : onClose())}
      title={t("title")}
      description={t("description")}
      footer={
        <>
          <Button onClick={onClose} disabled={remove.pending}>
            {t("cancel")}
          </Button>
          <Button
            variant="danger"
            disabled={remove.pending || !affected}
            onClick={() => remove.run({ memory_id: memory.memory_id })}
          >
            {remove.pending ? t("deleting") : t("delete")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 text-14">
        <blockquote className="verbatim border-l-[3px] border-rule-strong pl-3 text-16">
          {memory.statement}
        </blockquote>
        <div>
          <h3 className="font-semibold">{t("goes")}</h3>
          {affected ? (
            <ul className="mt-1 list-disc pl-5">
              <li>{t("goesMemories", { count: affected.memories })}</li>
              <li>{t("goesSources", { count: affected.sources })}</li>
              <li>{t("goesIndexes", { count: affected.index_rows })}</li>
              {affected.candidates > 0 ? (
                <li>{t("goesCandidates", { count: affected.candidates })}</li>
              ) : null}
              <li>{t("goesDerived", { count: affected.derived })}</li>
            </ul>
          ) : look.failure ? (
            <ErrorRegion failure={look.failure} onRetry={() => look.run({ memory_id: memory.memory_id })} />
          ) : (
            <p className="text-muted">{t("counting")}</p>
          )}
        </div>
        <div>
          <h3 className="font-semibold">{t("stays")}</h3>
          <ul className="mt-1 list-disc pl-5">
            <li>{t("staysReceipt")}</li>
            <li>{t("staysAudit")}</li>
            <li>{t("staysBackups")}</li>
          </ul>
        </div>
        {remove.failure ? <ErrorRegion failure={remove.failure} /> : null}
      </div>
    </Dialog>
  );
}
