"use client";

import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import Trash2 from "lucide-react/icons/trash-2";
import type { Route } from "next";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { useAnnounce } from "@/components/ui/live-region";
import { Time } from "@/components/ui/time";
import { type Action, useAction } from "@/components/ui/use-action";
import type { MyAgent } from "@/lib/contracts/pages";

type Pausing = Action<{ agent_id: string; paused: boolean }, { agent_id: string; paused: boolean }>;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 py-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-13 font-normal text-muted">{name}</dt>
      <dd className="min-w-0 text-14">{children}</dd>
    </div>
  );
}

/** One agent: what it may do with this person's memories, what it did, and the hand on it. */
export function AgentLine({ agent, pause }: { agent: MyAgent; pause: Pausing }) {
  const t = useTranslations("myAgents");
  const router = useRouter();
  const announce = useAnnounce();
  const { run, pending, failure } = useAction(
    pause,
    useCallback(
      (data: { paused: boolean }) => {
        announce(t(data.paused ? "nowPaused" : "nowOn", { name: agent.name }));
        router.refresh();
      },
      [agent.name, announce, router, t],
    ),
  );
  const paused = agent.paused_since !== null;
  const never = <span className="text-muted">{t("never")}</span>;
  return (
    <li className="grid gap-3 border-b border-rule py-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 translate="no" className="text-20 font-semibold wrap-anywhere">
            {agent.name}
          </h2>
          <p className="text-14 text-muted">
            {paused
              ? t.rich("pausedSince", {
                  when: () => <Time at={agent.paused_since ?? ""} style="minute" />,
                })
              : agent.reads
                ? t(agent.connected ? "on" : "noKey")
                : t("gone")}
          </p>
        </div>
        <Button
          size="small"
          disabled={pending}
          aria-label={t(paused ? "resumeOf" : "pauseOf", { name: agent.name })}
          onClick={() => run({ agent_id: agent.agent_id, paused: !paused })}
        >
          {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          {pending ? t(paused ? "resuming" : "pausing") : t(paused ? "resume" : "pause")}
        </Button>
      </div>
      <dl>
        <Fact name={t("reads")}>
          {agent.reads
            ? agent.purposes
              ? t.rich("readsFor", {
                  purposes: agent.purposes.join(t("separator")),
                  name: (chunks) => <span translate="no">{chunks}</span>,
                })
              : t("readsAll")
            : t("readsNothing")}
        </Fact>
        <Fact name={t("writes")}>
          {t(`writesAs.${agent.writes}`)}
          {agent.relays && agent.writes !== "none" ? ` ${t("relays")}` : null}
        </Fact>
        <Fact name={t("wrote")}>
          {agent.written === 0 ? (
            never
          ) : (
            <>
              <Link
                className="ink-link"
                href={`/me/memories?agent=${encodeURIComponent(agent.agent_id)}&all=true` as Route}
              >
                {t("wroteCount", { count: agent.written })}
              </Link>{" "}
              <span className="text-muted">
                {t.rich("wroteHeld", {
                  count: agent.held,
                  when: () => <Time at={agent.last_wrote_at ?? ""} />,
                })}
              </span>
            </>
          )}
        </Fact>
        <Fact name={t("used")}>
          {agent.last_used_at ? <Time at={agent.last_used_at} style="minute" /> : never}
        </Fact>
      </dl>
      {failure ? <ErrorRegion failure={failure} /> : null}
      <div className="flex flex-wrap gap-x-2 gap-y-2">
        <ButtonLink
          size="small"
          variant="quiet"
          href={`/me/activity?agent=${encodeURIComponent(agent.agent_id)}` as Route}
        >
          {t("toActivity")}
        </ButtonLink>
        {agent.written > 0 ? (
          <ButtonLink
            size="small"
            variant="warning"
            href={`/me/delete?scope=agent&step=preview&agent=${encodeURIComponent(agent.agent_id)}` as Route}
          >
            <Trash2 aria-hidden="true" />
            {t("removeAll")}
          </ButtonLink>
        ) : null}
      </div>
    </li>
  );
}
