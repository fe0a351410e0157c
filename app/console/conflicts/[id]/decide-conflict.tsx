"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import { toInstant } from "@/components/memory/to-instant";
import { ZonedTimeField } from "@/components/memory/zoned-time-field";
import { type Decided, DecideForm } from "@/components/review/decide-form";
import type { Action } from "@/components/ui/use-action";

type Keep = "incumbent" | "challenger" | "both_apart";
interface Input {
  id: string;
  expected_revision: number;
  keep: Keep;
  valid_from?: string;
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
  const zone = useTimeZone() ?? "UTC";
  const [since, setSince] = useState("");
  return (
    <DecideForm
      title={t("decide")}
      queue="/console/conflicts"
      action={settle}
      choices={(["incumbent", "challenger", "both_apart"] as const).map((keep) => ({
        key: keep,
        label: t(`keep.${keep}`),
        means: t(`keepMeans.${keep}`),
        variant: "primary",
        needsReason: true,
        toInput: (reason) => ({
          id,
          expected_revision: revision,
          keep,
          ...(keep === "both_apart" && since !== "" ? { valid_from: toInstant(since, zone) } : {}),
          reason,
        }),
      }))}
    >
      {(choice) =>
        choice === "both_apart" ? (
          <ZonedTimeField label={t("since")} value={since} onChange={setSince} error={null} />
        ) : null
      }
    </DecideForm>
  );
}
