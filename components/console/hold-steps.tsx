"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { Button } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { useAnnounce } from "@/components/ui/live-region";
import { type Action, useAction } from "@/components/ui/use-action";
import type { Hold } from "@/lib/contracts/holds";

export type HoldStep = "approve" | "decline" | "takeBack" | "release" | "grant";
type Act = Action<{ id: string }, Hold>;

/** What this person may do with a hold now. Where another person is needed, it says so in place of a button. */
export function HoldSteps({
  id,
  label,
  steps,
  needsAnother,
  actions,
}: {
  id: string;
  /** What it holds, for who does not see the row. */
  label: string;
  steps: readonly HoldStep[];
  needsAnother: boolean;
  actions: Record<HoldStep, Act>;
}) {
  const t = useTranslations("holds");
  return (
    <div className="grid justify-items-end gap-2">
      {needsAnother ? <span className="text-13 text-muted">{t("needsAnother")}</span> : null}
      {steps.map((step) => (
        <Step key={step} id={id} label={label} step={step} action={actions[step]} />
      ))}
    </div>
  );
}

function Step({ id, label, step, action }: { id: string; label: string; step: HoldStep; action: Act }) {
  const t = useTranslations("holds");
  const router = useRouter();
  const announce = useAnnounce();
  const { run, pending, failure } = useAction(
    action,
    useCallback(
      (hold: Hold) => {
        announce(t(`now.${hold.state}`));
        router.refresh();
      },
      [announce, router, t],
    ),
  );
  return (
    <>
      <Button size="small" disabled={pending} onClick={() => run({ id })}>
        {pending ? t("saving") : t(`step.${step}`)}
        <span className="sr-only" translate="no">
          {" "}
          {label}
        </span>
      </Button>
      {failure ? <ErrorRegion failure={failure} onRetry={() => router.refresh()} /> : null}
    </>
  );
}
