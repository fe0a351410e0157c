"use client";

import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { Toaster as Sonner } from "sonner";

/** Status only. Whatever can be undone is undone in its place, not here. */
export function Toaster() {
  const t = useTranslations("common");
  const { resolvedTheme } = useTheme();
  return (
    <Sonner
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      position="bottom-left"
      duration={10_000}
      containerAriaLabel={t("notifications")}
      toastOptions={{
        style: {
          background: "var(--sheet)",
          color: "var(--ink)",
          border: "1px solid var(--rule-strong)",
          borderRadius: "4px",
          fontFamily: "var(--font-sans)",
        },
      }}
    />
  );
}
