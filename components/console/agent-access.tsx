"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { useAnnounce } from "@/components/ui/live-region";
import { type Action, useAction } from "@/components/ui/use-action";

/** Stops an agent with all its keys, or lets it go on: one press back. The word changes when the server has said so. */
export function AgentAccess({
  agentId,
  enabled,
  action,
}: {
  agentId: string;
  enabled: boolean;
  action: Action<{ agent_id: string; enabled: boolean }, { enabled: boolean }>;
}) {
  const t = useTranslations("agents");
  const router = useRouter();
  const announce = useAnnounce();
  const { run, pending, failure } = useAction(
    action,
    useCallback(
      (data: { enabled: boolean }) => {
        const text = t(data.enabled ? "goesOn" : "isStopped");
        toast(text);
        announce(text);
        router.refresh();
      },
      [announce, router, t],
    ),
  );
  return (
    <div className="mt-3 grid gap-2">
      <Button
        size="small"
        variant={enabled ? "warning" : "plain"}
        className="justify-self-start"
        disabled={pending}
        onClick={() => run({ agent_id: agentId, enabled: !enabled })}
      >
        {pending ? t("changing") : t(enabled ? "stop" : "letGoOn")}
      </Button>
      {failure ? <ErrorRegion failure={failure} /> : null}
    </div>
  );
}
