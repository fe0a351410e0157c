"use client";

import CloudOff from "lucide-react/icons/cloud-off";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** Nothing is queued while offline, and the page says so. */
export function OfflineBanner() {
  const t = useTranslations("shell");
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (online) return null;
  return (
    <p
      role="alert"
      className="no-print flex items-center justify-center gap-2 border-b border-danger bg-danger-wash px-4 py-2 text-14"
    >
      <CloudOff aria-hidden="true" className="size-4 shrink-0" />
      {t("offline")}
    </p>
  );
}
