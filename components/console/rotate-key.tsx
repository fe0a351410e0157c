"use client";

import { OVERLAP_HOURS } from "@/lib/contracts/choices";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { ShownSecret } from "@/components/console/shown-secret";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorRegion } from "@/components/ui/error-region";
import { Time } from "@/components/ui/time";
import { type Action, useAction } from "@/components/ui/use-action";
import type { AgentKey } from "@/lib/contracts/principals";

interface Rotated {
  key_id: string;
  secret: string;
  old_ends_at: string;
}

/** A new key in the place of one; the old one works on for as long as it takes to put the new one in. */
export function RotateDialog({
  target,
  action,
  onClose,
}: {
  target: AgentKey;
  action: Action<{ key_id: string; overlap_hours: number }, Rotated>;
  onClose: () => void;
}) {
  const t = useTranslations("agents");
  const router = useRouter();
  const [hours, setHours] = useState<number>(24);
  const [made, setMade] = useState<Rotated | null>(null);
  const { run, pending, failure } = useAction(
    action,
    useCallback((data: Rotated) => setMade(data), []),
  );
  function close() {
    if (made) router.refresh();
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => (next ? undefined : close())}
      keepsOpen={made !== null}
      title={made ? t("secretTitle") : t("rotateTitle")}
      description={made ? t("secretLead") : t("rotateLead")}
      footer={
        made ? (
          <Button variant="primary" onClick={close}>
            {t("stored")}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{t("cancel")}</Button>
            <Button
              variant="primary"
              disabled={pending}
              onClick={() => run({ key_id: target.key_id, overlap_hours: hours })}
            >
              {pending ? t("creating") : t("rotate")}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <div className="grid gap-3">
          <ShownSecret secret={made.secret} />
          <p className="text-14">
            {t.rich("oldEnds", { when: () => <Time at={made.old_ends_at} style="exact" /> })}
          </p>
        </div>
      ) : (
        <div className="grid gap-4">
          <p className="text-14">
            <code className="font-mono text-13">
              {target.prefix}…{target.last4}
            </code>{" "}
            <span translate="no">{target.name}</span>
          </p>
          <fieldset className="grid gap-1">
            <legend className="mb-1 text-14 font-medium">{t("overlap")}</legend>
            {OVERLAP_HOURS.map((choice) => (
              <label key={choice} className="flex min-h-7 items-center gap-2 text-14 pointer-coarse:min-h-11">
                <input
                  type="radio"
                  name="overlap"
                  checked={hours === choice}
                  onChange={() => setHours(choice)}
                  className="size-4 accent-accent"
                />
                {t("overlapHours", { hours: choice })}
              </label>
            ))}
          </fieldset>
          {failure ? <ErrorRegion failure={failure} /> : null}
        </div>
      )}
    </Dialog>
  );
}
