"use client";

import { HOLD_REASONS } from "@/lib/contracts/choices";
import Plus from "lucide-react/icons/plus";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorRegion } from "@/components/ui/error-region";
import { TextField } from "@/components/ui/field";
import { useAnnounce } from "@/components/ui/live-region";
import { RadioList } from "@/components/ui/radio-list";
import { Select } from "@/components/ui/select";
import { type Action, useAction } from "@/components/ui/use-action";
import type { Hold, PlaceHoldInput } from "@/lib/contracts/holds";

const KINDS = ["subject", "scope"] as const;

/** Proposes a hold; another person puts it in force. */
export function PlaceHold({ action }: { action: Action<PlaceHoldInput, Hold> }) {
  const t = useTranslations("holds");
  const router = useRouter();
  const announce = useAnnounce();
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<(typeof KINDS)[number]>("subject");
  const [place, setPlace] = useState("");
  const [reason, setReason] = useState<(typeof HOLD_REASONS)[number]>("litigation");
  const [reference, setReference] = useState("");
  const [missing, setMissing] = useState(false);
  const { run, pending, failure, clear } = useAction(
    action,
    useCallback(() => {
      setOpen(false);
      setPlace("");
      setReference("");
      announce(t("now.proposed"));
      router.refresh();
    }, [announce, router, t]),
  );
  function change(next: boolean) {
    setOpen(next);
    setMissing(false);
    clear();
  }
  function submit() {
    const name = place.trim();
    const wrong = name === "" || (kind === "scope" && !/^[a-z]+:\S/.test(name));
    setMissing(wrong);
    if (wrong) return;
    run({
      ...(kind === "scope" ? { scope: name } : { subject: name }),
      reason_code: reason,
      ...(reference.trim() ? { reference: reference.trim() } : {}),
    } as PlaceHoldInput);
  }
  return (
    <>
      <Button variant="primary" onClick={() => change(true)}>
        <Plus aria-hidden="true" />
        {t("place")}
      </Button>
      <Dialog
        open={open}
        onOpenChange={change}
        title={t("place")}
        description={t("placeLead")}
        footer={
          <>
            <Button onClick={() => change(false)}>{t("cancel")}</Button>
            <Button variant="primary" type="submit" form="place-hold" disabled={pending}>
              {pending ? t("saving") : t("propose")}
            </Button>
          </>
        }
      >
        <form
          id="place-hold"
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <RadioList
            legend={t("what")}
            value={kind}
            onChange={setKind}
            disabled={pending}
            options={KINDS.map((value) => ({
              value,
              label: t(`kind.${value}`),
              hint: t(`kindHint.${value}`),
            }))}
          />
          <TextField
            label={t(`kind.${kind}`)}
            value={place}
            maxLength={200}
            spellCheck={false}
            onChange={(event) => setPlace(event.target.value)}
            error={missing ? t(`needed.${kind}`) : null}
          />
          <Select
            label={t("why")}
            value={reason}
            onChange={(event) => setReason(event.target.value as typeof reason)}
            options={HOLD_REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
          />
          <TextField
            label={t("reference")}
            hint={t("referenceHint")}
            value={reference}
            maxLength={120}
            onChange={(event) => setReference(event.target.value)}
          />
          {failure ? <ErrorRegion failure={failure} /> : null}
        </form>
      </Dialog>
    </>
  );
}
