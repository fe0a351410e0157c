"use client";

import { useTranslations } from "next-intl";
import { PlainPage } from "@/components/shell/plain-page";
import { ErrorRegion } from "@/components/ui/error-region";

/** The digest names the failure in the server's log; nothing of its inside is shown. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const t = useTranslations("errors");
  return (
    <PlainPage title={t("pageTitle")}>
      <ErrorRegion failure={{ code: "pageFailed", requestId: error.digest ?? null }} onRetry={reset} />
    </PlainPage>
  );
}
