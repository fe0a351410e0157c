"use client";

import CircleAlert from "lucide-react/icons/circle-alert";
import RotateCw from "lucide-react/icons/rotate-cw";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";

export interface Failure {
  code: string;
  requestId: string | null;
  fields?: { path: string; message: string }[];
}

/** Where something failed: what, whether anything changed, the request id, and a way to try again. */
export function ErrorRegion({
  failure,
  onRetry,
  children,
}: {
  failure: Failure;
  onRetry?: () => void;
  children?: ReactNode;
}) {
  const t = useTranslations("errors");
  const known = t.has(failure.code as never);
  return (
    <div
      role="alert"
      className="flex gap-3 rounded-control border border-danger bg-danger-wash px-4 py-3 text-14"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{known ? t(failure.code as never) : t("unexpected")}</p>
        {/* A request without an answer may have been carried out: only the server can say that nothing changed. */}
        <p className="text-ink">{t(failure.code === "offline" ? "perhapsChanged" : "nothingChanged")}</p>
        {children}
        {failure.requestId ? (
          <p className="mt-1 flex flex-wrap items-center gap-1 text-13">
            {t("requestId")} <code className="font-mono text-12 break-all">{failure.requestId}</code>
            <CopyButton text={failure.requestId} label={t("copyRequestId")} />
          </p>
        ) : null}
        {onRetry ? (
          <Button size="small" className="mt-2" onClick={onRetry}>
            <RotateCw aria-hidden="true" />
            {t("retry")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
