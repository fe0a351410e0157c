"use client";

import CircleCheckBig from "lucide-react/icons/circle-check-big";
import CircleSlash from "lucide-react/icons/circle-slash";
import HistoryIcon from "lucide-react/icons/history";
import Hourglass from "lucide-react/icons/hourglass";
import PenLine from "lucide-react/icons/pen-line";
import Trash2 from "lucide-react/icons/trash-2";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { toast } from "sonner";
import { type Corrected, CorrectForm } from "@/components/memory/correct-form";
import { DeleteDialog, type Doomed } from "@/components/memory/delete-dialog";
import { EndDialog } from "@/components/memory/end-dialog";
import { RetractDialog } from "@/components/memory/retract-dialog";
import { Button } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { useAnnounce } from "@/components/ui/live-region";
import { type Action, useAction } from "@/components/ui/use-action";
import type { DeletionCounts } from "@/lib/contracts/deletions";
import type { Memory, Outcome } from "@/lib/contracts/memories";

interface Target {
  memory_id: string;
  expected_state_revision?: number;
}
interface Amended {
  memory_id: string;
  outcome: Outcome;
}
export interface MemoryActionSet {
  confirm: Action<Target, Amended>;
  correct: Action<Target & { statement: string; valid_from?: string; reason?: string }, Corrected>;
  retract: Action<Target & { reason?: string }, Amended>;
  expire: Action<Target & { at?: string; reason?: string }, Amended>;
  restore: Action<Target, Amended>;
  preview: Action<Doomed, { affected: DeletionCounts }>;
  remove: Action<Doomed, { deletion_id: string | null }>;
}

type Open = "none" | "correct" | "end" | "retract" | "delete";

/** Everything a person can do with one memory. Nothing claims to be done before the server says so. */
export function MemoryActions({
  memory,
  otherVersions,
  actions,
}: {
  memory: Memory;
  /** How many other versions of it still hold words. */
  otherVersions: number;
  actions: MemoryActionSet;
}) {
  const t = useTranslations("actions");
  const router = useRouter();
  const announce = useAnnounce();
  const [open, setOpen] = useState<Open>("none");
  const target: Target = { memory_id: memory.memory_id, expected_state_revision: memory.state_revision };

  const onAmended = useCallback(
    (data: Amended) => {
      setOpen("none");
      const text = t(`outcome.${data.outcome}`);
      toast(text);
      announce(text);
      if (data.memory_id === memory.memory_id) router.refresh();
      else router.push(`/me/memories/${data.memory_id}` as Route);
    },
    [announce, memory.memory_id, router, t],
  );
  const confirm = useAction(actions.confirm, onAmended);
  const restore = useAction(actions.restore, onAmended);
  const failure = confirm.failure ?? restore.failure;

  const active = memory.status === "active";
  const restorable = ["superseded", "expired", "revoked", "archived"].includes(memory.status);
  const close = useCallback(() => setOpen("none"), []);
  return (
    <div className="no-print mt-6">
      {open === "correct" ? (
        <CorrectForm memory={memory} action={actions.correct} onDone={onAmended} onCancel={close} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {active && memory.confirmation !== "confirmed" ? (
            <Button variant="primary" disabled={confirm.pending} onClick={() => confirm.run(target)}>
              <CircleCheckBig aria-hidden="true" />
              {confirm.pending ? t("confirming") : t("confirm")}
            </Button>
          ) : null}
          {active ? (
            <>
              <Button onClick={() => setOpen("correct")}>
                <PenLine aria-hidden="true" />
                {t("correct")}
              </Button>
              <Button onClick={() => setOpen("end")}>
                <Hourglass aria-hidden="true" />
                {t("end")}
              </Button>
              <Button onClick={() => setOpen("retract")}>
                <CircleSlash aria-hidden="true" />
                {t("retract")}
              </Button>
            </>
          ) : null}
          {restorable ? (
            <Button disabled={restore.pending} onClick={() => restore.run(target)}>
              <HistoryIcon aria-hidden="true" />
              {restore.pending ? t("restoring") : t("restore")}
            </Button>
          ) : null}
          <Button variant="warning" onClick={() => setOpen("delete")}>
            <Trash2 aria-hidden="true" />
            {t("delete")}
          </Button>
        </div>
      )}
      {failure ? (
        <div className="mt-3">
          <ErrorRegion failure={failure} onRetry={() => router.refresh()} />
        </div>
      ) : null}
      <EndDialog
        open={open === "end"}
        onClose={close}
        target={target}
        action={actions.expire}
        onDone={onAmended}
      />
      <RetractDialog
        open={open === "retract"}
        onClose={close}
        memory={memory}
        action={actions.retract}
        onDone={onAmended}
      />
      <DeleteDialog
        open={open === "delete"}
        onClose={close}
        memory={memory}
        otherVersions={otherVersions}
        preview={actions.preview}
        action={actions.remove}
      />
    </div>
  );
}
