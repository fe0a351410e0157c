"use client";

import { useTranslations } from "next-intl";
import { type Decided, DecideForm } from "@/components/review/decide-form";
import type { Action, ActionResult } from "@/components/ui/use-action";

interface Seen {
  id: string;
  expected_revision: number;
  reason: string;
}

export function DecideApproval({
  id,
  revision,
  isSecond,
  approve,
  reject,
}: {
  id: string;
  revision: number;
  /** The first of two approvals was given by somebody else. */
  isSecond: boolean;
  approve: Action<Seen, Decided>;
  reject: Action<Seen, Decided>;
}) {
  const t = useTranslations("approvals");
  const action = (input: Seen & { verb: "approve" | "reject" }): Promise<ActionResult<Decided>> => {
    const { verb, ...seen } = input;
    return verb === "approve" ? approve(seen) : reject(seen);
  };
  const toInput = (verb: "approve" | "reject") => (reason: string) => ({
    verb,
    id,
    expected_revision: revision,
    reason,
  });
  return (
    <DecideForm
      title={t("decide")}
      queue="/console/approvals"
      action={action}
      choices={[
        {
          key: "approve",
          label: isSecond ? t("approveSecond") : t("approve"),
          means: t("approveMeans"),
          variant: "primary",
          needsReason: false,
          toInput: toInput("approve"),
        },
        {
          key: "reject",
          label: t("reject"),
          means: t("rejectMeans"),
          variant: "danger",
          needsReason: true,
          toInput: toInput("reject"),
        },
      ]}
    />
  );
}
