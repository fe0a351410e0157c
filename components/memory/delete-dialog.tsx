"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorRegion } from "@/components/ui/error-region";
import { useAnnounce } from "@/components/ui/live-region";
import { type Action, useAction } from "@/components/ui/use-action";
import type { DeletionCounts } from "@/lib/contracts/deletions";
import type { Memory } from "@/lib/contracts/memories";

export interface Doomed {
  memory_id: string;
  with_versions: boolean;
}

interface Props {
  open: boolean;
  onClose: () => void;
  memory: Memory;
  /** How many other versions of it still hold words. */
  otherVersions: number;
  preview: Action<Doomed, { affected: DeletionCounts }>;
  action: Action<Doomed, { deletion_id: string | null }>;
}

/** The text, what also goes, what stays. Nothing leaves the page until the server has taken the request. */
export function DeleteDialog({ open, onClose, memory, otherVersions, preview, action }: Props) {
  const t = useTranslations("deleteDialog");
  const announce = useAnnounce();
  const [withVersions, setWithVersions] = useState(true);
  const [counted, setCounted] = useState<{ withVersions: boolean; affected: DeletionCounts } | null>(null);
  const [leaving, setLeaving] = useState(false);
  const look = useAction(
    preview,
    useCallback(
      (data: { affected: DeletionCounts }, input: Doomed) =>
        setCounted({ withVersions: input.with_versions, affected: data.affected }),
      [],
    ),
  );
  const remove = useAction(
    action,
    useCallback(
      (data: { deletion_id: string | null }) => {
        setLeaving(true);
        announce(t("accepted"));
        leaveFor(data.deletion_id ? `/me/receipts/${data.deletion_id}` : "/me/receipts");
      },
      [announce, t],
    ),
  );
  const busy = remove.pending || leaving;
  // An answer to the choice made before is not shown as one to this.
  const affected = counted?.withVersions === withVersions ? counted.affected : null;
  const doomed = { memory_id: memory.memory_id, with_versions: withVersions };
  const runLook = look.run;
  useEffect(() => {
    if (open) runLook({ memory_id: memory.memory_id, with_versions: withVersions });
  }, [open, runLook, memory.memory_id, withVersions]);

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next || busy ? undefined : onClose())}
      title={t("title")}
      description={t("description")}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t("cancel")}
          </Button>
          <Button variant="danger" disabled={busy || !affected} onClick={() => remove.run(doomed)}>
            {busy ? t("deleting") : t("delete")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 text-14">
        <blockquote className="verbatim border-l-[3px] border-rule-strong pl-3 text-16">
          {memory.statement}
        </blockquote>
        {otherVersions > 0 ? (
          <div>
            <label className="inline-flex min-h-7 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={withVersions}
                disabled={busy}
                onChange={(event) => setWithVersions(event.target.checked)}
                className="size-4 accent-accent"
              />
              {t("withVersions", { count: otherVersions })}
            </label>
            {withVersions ? null : <p>{t("onlyThisVersion", { count: otherVersions })}</p>}
          </div>
        ) : null}
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
            <ErrorRegion failure={look.failure} onRetry={() => look.run(doomed)} />
          ) : (
            <p className="text-muted">{t("counting")}</p>
          )}
        </div>
        <div>
          <h3 className="font-semibold">{t("stays")}</h3>
          <ul className="mt-1 list-disc pl-5">
            {otherVersions > 0 && !withVersions ? (
              <li>{t("staysVersions", { count: otherVersions })}</li>
            ) : null}
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

/**
 * Leaves this document, so that the router's copy of the erased text goes with it; where the browser keeps the whole
 * document for Back, it is asked for anew.
 */
function leaveFor(path: string): void {
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload();
  });
  window.location.assign(path);
}
