"use client";

import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAnnounce } from "@/components/ui/live-region";

/** Copies text and says so. When the browser refuses, it says that too. */
export function CopyButton({
  text,
  label,
  showLabel = false,
}: {
  text: string;
  label: string;
  showLabel?: boolean;
}) {
  const t = useTranslations("common");
  const announce = useAnnounce();
  const [done, setDone] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      announce(t("copied"));
      setTimeout(() => setDone(false), 2_000);
    } catch {
      announce(t("copyRefused"), "assertive");
    }
  }
  const Icon = done ? Check : Copy;
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={showLabel ? undefined : label}
      title={label}
      className="no-print inline-flex min-h-6 min-w-6 items-center justify-center gap-1.5 rounded-control text-13 text-muted hover:bg-wash hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11"
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {showLabel ? <span className="pr-1.5">{done ? t("copied") : label}</span> : null}
    </button>
  );
}
