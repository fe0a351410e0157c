"use client";

import { REVEAL_REASONS } from "@/lib/contracts/choices";
import Eye from "lucide-react/icons/eye";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorRegion } from "@/components/ui/error-region";
import { useAnnounce } from "@/components/ui/live-region";
import { type Action, useAction } from "@/components/ui/use-action";
import type { Reveal, RevealInput, RevealReason } from "@/lib/contracts/reveals";

/** Uncovers one person's words, with a reason that is chosen first and recorded. */
export function RevealButton({ subject, action }: { subject: string; action: Action<RevealInput, Reveal> }) {
  const t = useTranslations("subjects");
  const router = useRouter();
  const announce = useAnnounce();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState<RevealReason | null>(null);
  const [missing, setMissing] = useState(false);
  const { run, pending, failure } = useAction(
    action,
    useCallback(() => {
      setOpen(false);
      setReason(null);
      toast(t("revealed"));
      announce(t("revealed"));
      router.refresh();
    }, [announce, router, t]),
  );
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Eye aria-hidden="true" />
        {t("reveal")}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t("reveal")}
        description={t("revealMeans")}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t("cancel")}</Button>
            <Button
              variant="primary"
              disabled={pending}
              onClick={() => {
                setMissing(reason === null);
                if (reason) run({ subject, reason });
              }}
            >
              {pending ? t("revealing") : t("reveal")}
            </Button>
          </>
        }
      >
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-14 font-medium">{t("why")}</legend>
          {REVEAL_REASONS.map((choice) => (
            <label key={choice} className="flex min-h-8 items-center gap-2.5 text-14 pointer-coarse:min-h-11">
              <input
                type="radio"
                name="reveal-reason"
                checked={reason === choice}
                onChange={() => setReason(choice)}
                className="size-4 accent-accent"
              />
              {t(`reason.${choice}`)}
            </label>
          ))}
          {missing ? (
            <p role="alert" className="text-13 text-danger">
              {t("whyNeeded")}
            </p>
          ) : null}
        </fieldset>
        {failure ? <ErrorRegion failure={failure} /> : null}
      </Dialog>
    </>
  );
}
