"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { Button } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { useAnnounce } from "@/components/ui/live-region";
import { Time } from "@/components/ui/time";
import { type Action, useAction } from "@/components/ui/use-action";

/** While the window is open: nothing has been removed yet, and it can be taken back. The server counts the time. */
export function CancelDeletion({
  id,
  until,
  cancel,
}: {
  id: string;
  until: string;
  cancel: Action<{ id: string }, { status: string }>;
}) {
  const t = useTranslations("receipt");
  const router = useRouter();
  const announce = useAnnounce();
  const { run, pending, failure } = useAction(
    cancel,
    useCallback(() => {
      announce(t("cancelled"));
      router.refresh();
    }, [announce, router, t]),
  );
  return (
    <div className="no-print mt-5 grid gap-3 border-l-[3px] border-pending pl-4">
      <p className="text-16">{t.rich("cancelUntil", { until: () => <Time at={until} style="exact" /> })}</p>
      <Button className="justify-self-start" disabled={pending} onClick={() => run({ id })}>
        {pending ? t("cancelling") : t("cancel")}
      </Button>
      {failure ? <ErrorRegion failure={failure} /> : null}
    </div>
  );
}
