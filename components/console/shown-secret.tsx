"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";

/** A key, this once, and a call to try it with. */
export function ShownSecret({ secret }: { secret: string }) {
  const t = useTranslations("agents");
  return (
    <div className="grid gap-3">
      <p className="flex items-start gap-2 border border-rule-strong bg-wash p-3">
        <code data-testid="key-secret" className="min-w-0 flex-1 font-mono text-13 break-all">
          {secret}
        </code>
        <CopyButton text={secret} label={t("copySecret")} />
      </p>
      <p className="text-14">{t("tryIt")}</p>
      <pre className="verbatim border border-rule bg-wash p-3 font-mono text-12">{`curl -H "Authorization: Bearer ${secret}" \\\n  ${typeof window === "undefined" ? "" : window.location.origin}/api/v1/whoami`}</pre>
    </div>
  );
}
