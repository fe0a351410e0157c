"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorRegion } from "@/components/ui/error-region";
import { TextField } from "@/components/ui/field";
import { type Action, useAction } from "@/components/ui/use-action";
import type { Memory, Outcome } from "@/lib/contracts/memories";

interface Props {
  open: boolean;
  onClose: () => void;
  memory: Memory;
  action: Action<
    { memory_id: string; expected_state_revision?: number; reason?: string },
    { memory_id: string; outcome: Outcome }
  >;
  onDone: (data: { memory_id: string; outcome: Outcome }) => void;
}

/** "That was never true." Says what follows: it is used no more, and what it had replaced applies again. */
export function RetractDialog({ open, onClose, memory, action, onDone }: Props) {
  const t = useTranslations("retract");
  const { run, pending, failure } = useAction(action, onDone);
  const [note, setNote] = useState("");
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={t("title")}
      description={t("description")}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button
            variant="primary"
            disabled={pending}
            onClick={() =>
              run({
                memory_id: memory.memory_id,
                expected_state_revision: memory.state_revision,
                ...(note.trim() ? { reason: note.trim() } : {}),
              })
            }
          >
            {pending ? t("saving") : t("save")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <blockquote className="verbatim border-l-[3px] border-rule-strong pl-3 text-16">
          {memory.statement}
        </blockquote>
        <ul className="list-disc pl-5 text-14">
          <li>{t("effectUse")}</li>
          <li>{t("effectOlder")}</li>
          <li>{t("effectStays")}</li>
        </ul>
        <TextField
          label={t("note")}
          value={note}
          maxLength={2_000}
          onChange={(event) => setNote(event.target.value)}
        />
        {failure ? <ErrorRegion failure={failure} /> : null}
      </div>
    </Dialog>
  );
}
