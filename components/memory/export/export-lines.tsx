"use client";

import Download from "lucide-react/icons/download";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { useAnnounce } from "@/components/ui/live-region";
import { MonoId } from "@/components/ui/mono-id";
import { RadioList } from "@/components/ui/radio-list";
import { Time } from "@/components/ui/time";
import { type Action, useAction } from "@/components/ui/use-action";
import { useLookingAgain } from "@/components/ui/use-looking-again";
import type { ExportRecord } from "@/lib/contracts/exports";

const FORMATS = ["json", "markdown"] as const;
type Format = (typeof FORMATS)[number];

/** Asks for everything; while one is being made the page looks again, soon at first and then slowly. */
export function ExportRequest({
  request,
  waiting,
}: {
  request: Action<{ format: Format }, { export_id: string }>;
  waiting: boolean;
}) {
  const t = useTranslations("exportMine");
  const router = useRouter();
  const announce = useAnnounce();
  const [format, setFormat] = useState<Format>("json");
  const { run, pending, failure } = useAction(
    request,
    useCallback(() => {
      announce(t("asked"));
      router.refresh();
    }, [announce, router, t]),
  );
  useLookingAgain({ on: waiting });
  return (
    <div className="grid gap-4 py-4">
      <RadioList
        legend={t("format")}
        value={format}
        onChange={setFormat}
        disabled={pending}
        options={FORMATS.map((value) => ({
          value,
          label: t(`formats.${value}.label`),
          hint: t(`formats.${value}.hint`),
        }))}
      />
      {failure ? <ErrorRegion failure={failure} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" disabled={pending || waiting} onClick={() => run({ format })}>
          {pending ? t("asking") : t("ask")}
        </Button>
        {waiting ? <span className="text-14 text-muted">{t("beingMade")}</span> : null}
      </div>
    </div>
  );
}

export function ExportLine({
  record,
  take,
}: {
  record: ExportRecord;
  take: Action<{ id: string }, { name: string; text: string }>;
}) {
  const t = useTranslations("exportMine");
  const { run, pending, failure } = useAction(
    take,
    useCallback((file: { name: string; text: string }) => {
      const url = URL.createObjectURL(new Blob([file.text], { type: "text/plain;charset=utf-8" }));
      const link = document.createElement("a");
      link.href = url;
      link.download = `keepsake-${file.name}`;
      link.click();
      URL.revokeObjectURL(url);
    }, []),
  );
  const known = record.format === "csv" ? "json" : record.format;
  return (
    <li className="grid gap-x-5 gap-y-2 border-b border-rule py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="text-16 font-medium">{t(`state.${record.state}`, { count: record.memories })}</p>
        <p className="text-13 text-muted">
          {t.rich("requested", {
            format: t(`formats.${known}.label`),
            when: () => <Time at={record.requested_at} style="minute" />,
          })}{" "}
          {record.state === "ready" && record.expires_at
            ? t.rich("expires", {
                kilobytes: Math.max(1, Math.round(record.bytes / 1_000)),
                when: () => <Time at={record.expires_at ?? ""} style="minute" />,
              })
            : null}
        </p>
        <MonoId id={record.export_id} />
      </div>
      {record.state === "ready" ? (
        <Button disabled={pending} onClick={() => run({ id: record.export_id })}>
          <Download aria-hidden="true" />
          {pending ? t("fetching") : t("download")}
        </Button>
      ) : null}
      {failure ? (
        <div className="sm:col-span-2">
          <ErrorRegion failure={failure} />
        </div>
      ) : null}
    </li>
  );
}
