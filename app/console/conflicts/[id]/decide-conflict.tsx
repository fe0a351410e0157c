"use client";

import { useTranslations } from "next-intl";
import { type Decided, DecideForm } from "@/components/review/decide-form";
import type { Action } from "@/components/ui/use-action";

interface Input {
  id: string;
  expected_revision: number;
  keep: "incumbent" | "challenger" | "neither";
  reason: string;
}

export function DecideConflict({
  id,
  revision,
  settle,
}: {
  id: string;
  revision: number;
  settle: Action<Input, Decided>;
}) {
  const t = useTranslations("conflicts");
  return (
    <DecideForm
      title={t("decide")}
      queue="/console/conflicts"
      action={settle}
      choices={(["incumbent", "challenger", "neither"] as const).map((keep) => ({
        key: keep,
        label: t(`keep.${keep}`),
        means: t(`keepMeans.${keep}`),
        variant: "primary",
        needsReason: true,
        toInput: (reason) => ({ id, expected_revision: revision, keep, reason }),
      }))}
    />
  );
}
