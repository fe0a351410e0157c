"use client";

import RotateCw from "lucide-react/icons/rotate-cw";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { useAnnounce } from "@/components/ui/live-region";
import { type Action, useAction } from "@/components/ui/use-action";
import type { RetryJobInput } from "@/lib/contracts/jobs";

/** Tries one piece of work again now. Who may not sees the button with the reason, not a gap. */
export function RetryButton({
  job,
  label,
  action,
}: {
  job: RetryJobInput;
  /** What it is, for who does not see the row. */
  label: string;
  action: Action<RetryJobInput, RetryJobInput>;
}) {
  const t = useTranslations("jobs");
  const router = useRouter();
  const announce = useAnnounce();
  const { run, pending, failure } = useAction(
    action,
    useCallback(() => {
      toast(t("retried"));
      announce(t("retried"));
      router.refresh();
    }, [announce, router, t]),
  );
  return (
    <span className="grid justify-items-end gap-2">
      <Button size="small" disabled={pending} onClick={() => run(job)}>
        <RotateCw aria-hidden="true" />
        {pending ? t("retrying") : t("retry")}
        <span className="sr-only" translate="no">
          {" "}
          {label}
        </span>
      </Button>
      {failure ? <ErrorRegion failure={failure} /> : null}
    </span>
  );
}
