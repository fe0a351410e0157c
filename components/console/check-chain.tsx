"use client";

import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldX from "lucide-react/icons/shield-x";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { useAnnounce } from "@/components/ui/live-region";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { type Action, useAction } from "@/components/ui/use-action";
import type { AuditCheck } from "@/lib/contracts/audit";

/** Has the whole chain walked, and says what was found: the same check as the command `verify-audit`. */
export function CheckChain({ action }: { action: Action<Record<string, never>, AuditCheck> }) {
  const t = useTranslations("audit");
  const router = useRouter();
  const announce = useAnnounce();
  const [check, setCheck] = useState<AuditCheck | null>(null);
  const { run, pending, failure } = useAction(
    action,
    useCallback(
      (data: AuditCheck) => {
        setCheck(data);
        announce(t(data.problems.length === 0 ? "whole" : "broken", { count: data.problems.length }));
        router.refresh();
      },
      [announce, router, t],
    ),
  );
  const broken = check !== null && check.problems.length > 0;
  const Icon = broken ? ShieldX : ShieldCheck;
  return (
    <section aria-label={t("checkTitle")} className="mb-6 border border-rule-strong bg-sheet p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="measure text-14">{t("checkMeans")}</p>
        <Button onClick={() => run({})} disabled={pending}>
          <ShieldCheck aria-hidden="true" />
          {pending ? t("checking") : t("check")}
        </Button>
      </div>
      {failure ? (
        <div className="mt-3">
          <ErrorRegion failure={failure} />
        </div>
      ) : null}
      {check ? (
        <div className="mt-3 border-t border-rule pt-3">
          <p className={`flex items-start gap-2 text-16 font-semibold ${broken ? "text-danger" : ""}`}>
            <Icon aria-hidden="true" className="mt-1 size-4 shrink-0" />
            {t(broken ? "broken" : "whole", { count: check.problems.length })}
          </p>
          <p className="figures mt-1 text-13 text-muted">
            {t.rich("checkedAt", {
              count: check.linked,
              when: () => <Time at={check.checked_at} style="exact" />,
            })}{" "}
            {check.unlinked > 0 ? t("unlinked", { count: check.unlinked }) : null}
          </p>
          {check.head ? (
            <p className="mt-1 text-13">
              {t("head", { seq: check.head.seq })}{" "}
              <code className="font-mono text-12 break-all">{check.head.hash}</code>
            </p>
          ) : null}
          {broken ? (
            <div className="mt-3">
              <Table label={t("problems")}>
                <thead>
                  <tr>
                    <Th className="text-right">{t("column.place")}</Th>
                    <Th>{t("problem")}</Th>
                    <Th>{t("entry")}</Th>
                  </tr>
                </thead>
                <tbody>
                  {check.problems.map((problem) => (
                    <tr key={`${problem.seq}-${problem.kind}`}>
                      <RowHead className="figures text-right">{t("number", { value: problem.seq })}</RowHead>
                      <Td>{t(`problemKind.${problem.kind}` as never)}</Td>
                      <Td>
                        <code className="font-mono text-12 break-all">{problem.audit_id ?? "–"}</code>
                      </Td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            </div>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}
