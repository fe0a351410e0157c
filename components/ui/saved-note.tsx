"use client";

import Check from "lucide-react/icons/check";
import { useTranslations } from "next-intl";

/** Beside a control that saves by itself: that it is being saved, that it was, or that it was not. */
export function SavedNote({ state }: { state: "idle" | "saving" | "saved" | "failed" }) {
  const t = useTranslations("common");
  return (
    <span
      role="status"
      className={`inline-flex min-h-6 items-center gap-1 text-13 ${state === "failed" ? "text-danger" : "text-muted"}`}
    >
      {state === "saved" ? <Check aria-hidden="true" className="size-3.5" /> : null}
      {state === "idle" ? "" : t(`save.${state}`)}
    </span>
  );
}
