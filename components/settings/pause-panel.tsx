"use client";

import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { useRouter } from "next/navigation";
import { useTimeZone, useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { toInstant } from "@/components/memory/to-instant";
import { PAUSE_LENGTHS, type PauseLength } from "@/components/settings/pause-lengths";
import { ZonedTimeField } from "@/components/memory/zoned-time-field";
import { Button } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { useAnnounce } from "@/components/ui/live-region";
import { RadioList } from "@/components/ui/radio-list";
import { Time } from "@/components/ui/time";
import { type Action, useAction } from "@/components/ui/use-action";
import type { Controls } from "@/lib/contracts/subjects";

/**
 * Stops everything about this person, or lets it go on. Nothing is claimed before the server has said that readers and
 * writers are stopped.
 */
export function PausePanel({
  controls,
  pause,
  resume,
}: {
  controls: Controls;
  pause: Action<{ length: PauseLength; until?: string }, Controls>;
  resume: Action<Record<string, never>, Controls>;
}) {
  const t = useTranslations("settings.pause");
  const zone = useTimeZone() ?? "UTC";
  const router = useRouter();
  const announce = useAnnounce();
  const [length, setLength] = useState<PauseLength>("hour");
  const [date, setDate] = useState("");
  const [missing, setMissing] = useState(false);
  const onDone = useCallback(
    (now: Controls) => {
      announce(now.paused ? t("nowPaused") : t("nowOn"));
      router.refresh();
    },
    [announce, router, t],
  );
  const pausing = useAction(pause, onDone);
  const resuming = useAction(resume, onDone);
  const failure = pausing.failure ?? resuming.failure;

  function submit() {
    if (length === "date" && date === "") return setMissing(true);
    setMissing(false);
    pausing.run({ length, ...(length === "date" ? { until: toInstant(date, zone) } : {}) });
  }

  return (
    <div className="grid gap-4 py-4">
      {controls.paused ? (
        <div className="border-l-[3px] border-pending pl-4">
          <p className="text-20">
            {t.rich(controls.paused_until ? "pausedUntil" : "pausedOpen", {
              since: () => <Time at={controls.paused_since ?? ""} style="minute" />,
              until: () => <Time at={controls.paused_until ?? ""} style="minute" />,
            })}
          </p>
          <p className="mt-1 text-14 text-muted">{t("meansPaused")}</p>
          <Button
            variant="primary"
            className="mt-3"
            disabled={resuming.pending}
            onClick={() => resuming.run({})}
          >
            <Play aria-hidden="true" />
            {resuming.pending ? t("resuming") : t("resume")}
          </Button>
        </div>
      ) : (
        <>
          <p className="measure text-14 text-muted">{t("means")}</p>
          <RadioList
            legend={t("howLong")}
            value={length}
            onChange={setLength}
            disabled={pausing.pending}
            options={PAUSE_LENGTHS.map((value) => ({ value, label: t(`length.${value}`) }))}
          />
          {length === "date" ? (
            <ZonedTimeField
              label={t("until")}
              value={date}
              onChange={setDate}
              error={missing ? t("dateNeeded") : null}
            />
          ) : null}
          <Button className="justify-self-start" disabled={pausing.pending} onClick={submit}>
            <Pause aria-hidden="true" />
            {pausing.pending ? t("pausing") : t("pause")}
          </Button>
        </>
      )}
      {failure ? <ErrorRegion failure={failure} /> : null}
    </div>
  );
}
