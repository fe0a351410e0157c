"use client";

import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { useAnnounce } from "@/components/ui/live-region";
import { useLookingAgain } from "@/components/ui/use-looking-again";

/** The signed receipt as a file, byte for byte as it was signed (RFC 8785 form inside), and as a printed page. */
export function ReceiptTools({ id, json }: { id: string; json: string }) {
  const t = useTranslations("receipt");
  function download() {
    const url = URL.createObjectURL(new Blob([json], { type: "application/json" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = `keepsake-receipt-${id}.json`;
    link.click();
    URL.revokeObjectURL(url);
  }
  return (
    <div className="no-print flex flex-wrap gap-2">
      <Button onClick={download}>
        <Download aria-hidden="true" />
        {t("download")}
      </Button>
      <Button onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        {t("print")}
      </Button>
    </div>
  );
}

/** Looks again while copies are left: soon at first, then slowly, and only while the page is in sight. */
export function ReceiptPolling({ status, waiting }: { status: string; waiting: boolean }) {
  const t = useTranslations("receipt");
  const tStates = useTranslations("deletionStates");
  const announce = useAnnounce();
  const before = useRef(status);
  useEffect(() => {
    if (before.current === status) return;
    before.current = status;
    announce(t("nowIs", { status: tStates(status as never) }));
  }, [status, announce, t, tStates]);
  useLookingAgain({ on: true, slowly: waiting });
  return null;
}
