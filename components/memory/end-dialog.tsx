"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import { toInstant } from "@/components/memory/to-instant";
import { ZonedTimeField } from "@/components/memory/zoned-time-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorRegion } from "@/components/ui/error-region";
import { type Action, useAction } from "@/components/ui/use-action";
import type { Outcome } from "@/lib/contracts/memories";

interface Props {
  open: boolean;
  onClose: () => void;
  target: { memory_id: string; expected_state_revision?: number };
  action: Action<
    { memory_id: string; expected_state_revision?: number; at?: string },
    { memory_id: string; outcome: Outcome }
  >;
  onDone: (data: { memory_id: string; outcome: Outcome }) => void;
}

/** True until a moment: now, or a date that the person names. */
export function EndDialog({ open, onClose, target, action, onDone }: Props) {
  const t = useTranslations("end");
  const zone = useTimeZone() ?? "UTC";
  const { run, pending, failure } = useAction(action, onDone);
  const [when, setWhen] = useState<"now" | "date">("date");
  const [date, setDate] = useState("");
  const [missing, setMissing] = useState(false);

  function submit() {
    if (when === "date" && date === "") return setMissing(true);
    setMissing(false);
    run({ ...target, ...(when === "date" ? { at: toInstant(date, zone) } : {}) });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={t("title")}
      description={t("description")}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" onClick={submit} disabled={pending}>
            {pending ? t("saving") : when === "now" ? t("endNow") : t("save")}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <fieldset className="grid gap-2">
          <legend className="sr-only">{t("title")}</legend>
          {(["date", "now"] as const).map((choice) => (
            <label
              key={choice}
              className="inline-flex min-h-7 items-center gap-2 text-14 pointer-coarse:min-h-11"
            >
              <input
                type="radio"
                name="end"
                checked={when === choice}
                onChange={() => setWhen(choice)}
                className="size-4 accent-accent"
              />
              {t(`when_${choice}`)}
            </label>
          ))}
        </fieldset>
        {when === "date" ? (
          <ZonedTimeField
            label={t("date")}
            value={date}
            onChange={setDate}
            error={missing ? t("dateNeeded") : null}
          />
        ) : null}
        {when === "now" ? <p className="text-14">{t("stopsAtOnce")}</p> : null}
        {failure ? <ErrorRegion failure={failure} /> : null}
      </div>
    </Dialog>
  );
}
