"use client";

import { useTranslations } from "next-intl";
import { ErrorRegion } from "@/components/ui/error-region";

/** One page failed; the masthead and the way to every other page stay. */
export function AreaError({ digest, retry }: { digest: string | null; retry: () => void }) {
  const t = useTranslations("errors");
  return (
    <div className="text-16">
      <h1 className="mb-4 text-28 font-semibold tracking-[-0.015em]">{t("pageTitle")}</h1>
      <ErrorRegion failure={{ code: "pageFailed", requestId: digest }} onRetry={retry} />
    </div>
  );
}
