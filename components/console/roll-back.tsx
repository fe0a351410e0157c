"use client";

import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { ReasonDialog } from "@/components/console/policy-editor";
import { Button } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { type Action, useAction } from "@/components/ui/use-action";
import type { PolicyDifference } from "@/lib/contracts/policies";

type Changes = PolicyDifference["changes"];

/** An earlier version's values in force again, as a new version; what that changes is shown first. */
export function RollBack({
  version,
  inForce,
  compare,
  rollBack,
}: {
  version: number;
  inForce: number;
  compare: Action<{ from: number; to: number }, Changes>;
  rollBack: Action<{ to_version: number; reason: string; expected_version: number }, { version: number }>;
}) {
  const t = useTranslations("policies");
  const [changes, setChanges] = useState<Changes | null>(null);
  const { run, pending, failure } = useAction(
    compare,
    useCallback((data: Changes) => setChanges(data), []),
  );
  return (
    <>
      <Button size="small" disabled={pending} onClick={() => run({ from: inForce, to: version })}>
        {pending ? t("looking") : t("rollBack")}
      </Button>
      {failure ? <ErrorRegion failure={failure} /> : null}
      {changes ? (
        <ReasonDialog
          title={t("rollBackTitle", { version })}
          lead={t("rollBackLead")}
          changes={changes}
          label={t("rollBack")}
          doing={t("publishing")}
          onClose={() => setChanges(null)}
          action={rollBack}
          toInput={(reason) => ({ to_version: version, reason, expected_version: inForce })}
        />
      ) : null}
    </>
  );
}
