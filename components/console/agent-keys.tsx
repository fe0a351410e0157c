"use client";

import KeyRound from "lucide-react/icons/key-round";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorRegion } from "@/components/ui/error-region";
import { TextField } from "@/components/ui/field";
import { RotateDialog } from "@/components/console/rotate-key";
import { ShownSecret } from "@/components/console/shown-secret";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { type Action, useAction } from "@/components/ui/use-action";
import type { AgentKey } from "@/lib/contracts/principals";

const DEFAULT_LIFE_DAYS = 90;

type Create = Action<
  { agent_id: string; name?: string; expires_at?: string },
  { key_id: string; secret: string }
>;
type Rotate = Action<
  { key_id: string; overlap_hours: number },
  { key_id: string; secret: string; old_ends_at: string }
>;
type Revoke = Action<{ key_id: string }, { key_id: string; revoked_at: string }>;

function keyState(key: AgentKey, now: string): "revoked" | "expired" | "live" {
  if (key.revoked_at) return "revoked";
  if (key.expires_at && key.expires_at <= now) return "expired";
  return "live";
}

interface Props {
  agentId: string;
  agentName: string;
  keys: AgentKey[];
  now: string;
  create: Create | null;
  revoke: Revoke | null;
  rotate: Rotate | null;
}

/** The keys of one agent. A secret is shown once, when it is made; afterwards only its beginning and its end. */
export function AgentKeys({ agentId, agentName, keys, now, create, revoke, rotate }: Props) {
  const t = useTranslations("agents");
  const [revoking, setRevoking] = useState<AgentKey | null>(null);
  const [rotating, setRotating] = useState<AgentKey | null>(null);
  return (
    <div className="min-w-0">
      {keys.length > 0 ? (
        <Table label={t("keysOf", { name: agentName })} className="min-w-[36rem]">
          <thead>
            <tr>
              <Th>{t("key")}</Th>
              <Th>{t("keyCreated")}</Th>
              <Th>{t("keyUsed")}</Th>
              <Th>{t("keyExpires")}</Th>
              <Th>{t("keyState")}</Th>
              {revoke ? (
                <Th>
                  <span className="sr-only">{t("revoke")}</span>
                </Th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => {
              const state = keyState(key, now);
              return (
                <tr key={key.key_id} className={state === "live" ? undefined : "text-muted"}>
                  <RowHead>
                    {key.name ? (
                      <span translate="no" className="block text-14">
                        {key.name}
                      </span>
                    ) : null}
                    <code className="font-mono text-12 whitespace-nowrap">
                      {key.prefix}…{key.last4}
                    </code>
                  </RowHead>
                  <Td className="whitespace-nowrap">
                    <Time at={key.created_at} />
                  </Td>
                  <Td className="whitespace-nowrap">
                    {key.last_used_at ? <Time at={key.last_used_at} style="minute" /> : t("never")}
                  </Td>
                  <Td className="whitespace-nowrap">
                    {key.expires_at ? <Time at={key.expires_at} style="minute" /> : t("noEnd")}
                  </Td>
                  <Td>{t(`keyStates.${state}`)}</Td>
                  {revoke ? (
                    <Td className="text-right">
                      {state === "live" ? (
                        <span className="flex justify-end gap-1.5">
                          {rotate ? (
                            <Button size="small" onClick={() => setRotating(key)}>
                              {t("rotate")}
                            </Button>
                          ) : null}
                          <Button size="small" onClick={() => setRevoking(key)}>
                            {t("revoke")}
                          </Button>
                        </span>
                      ) : null}
                    </Td>
                  ) : null}
                </tr>
              );
            })}
          </tbody>
        </Table>
      ) : (
        <p className="text-14 text-muted">{t("noKeys")}</p>
      )}
      {create ? <NewKey agentId={agentId} now={now} action={create} /> : null}
      {rotate && rotating ? (
        <RotateDialog
          key={rotating.key_id}
          target={rotating}
          action={rotate}
          onClose={() => setRotating(null)}
        />
      ) : null}
      {revoke && revoking ? (
        <RevokeDialog
          key={revoking.key_id}
          target={revoking}
          action={revoke}
          onClose={() => setRevoking(null)}
        />
      ) : null}
    </div>
  );
}

function NewKey({ agentId, now, action }: { agentId: string; now: string; action: Create }) {
  const t = useTranslations("agents");
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [forever, setForever] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { run, pending, failure } = useAction(
    action,
    useCallback((data: { secret: string }) => setSecret(data.secret), []),
  );
  function close() {
    setOpen(false);
    setSecret(null);
    setName("");
    router.refresh();
  }
  function submit() {
    const end = new Date(Date.parse(now) + DEFAULT_LIFE_DAYS * 86_400_000).toISOString();
    run({
      agent_id: agentId,
      ...(name.trim() ? { name: name.trim() } : {}),
      ...(forever ? {} : { expires_at: end }),
    });
  }
  return (
    <>
      <Button size="small" className="mt-3" onClick={() => setOpen(true)}>
        <KeyRound aria-hidden="true" />
        {t("newKey")}
      </Button>
      <Dialog
        open={open}
        onOpenChange={(next) => (next ? setOpen(true) : close())}
        title={secret ? t("secretTitle") : t("newKey")}
        keepsOpen={secret !== null}
        {...(secret === null && { onEnter: submit })}
        description={secret ? t("secretLead") : t("newKeyLead")}
        footer={
          secret ? (
            <Button variant="primary" onClick={close}>
              {t("stored")}
            </Button>
          ) : (
            <>
              <Button onClick={close}>{t("cancel")}</Button>
              <Button variant="primary" disabled={pending} onClick={submit}>
                {pending ? t("creating") : t("makeKey")}
              </Button>
            </>
          )
        }
      >
        {secret ? (
          <ShownSecret secret={secret} />
        ) : (
          <div className="grid gap-4">
            <TextField
              label={t("keyName")}
              value={name}
              maxLength={120}
              onChange={(event) => setName(event.target.value)}
              hint={t("keyNameHint")}
            />
            <label className="flex min-h-7 items-center gap-2 text-14">
              <input
                type="checkbox"
                checked={forever}
                onChange={(event) => setForever(event.target.checked)}
                className="size-4 accent-accent"
              />
              {t("forever", { days: DEFAULT_LIFE_DAYS })}
            </label>
            {failure ? <ErrorRegion failure={failure} /> : null}
          </div>
        )}
      </Dialog>
    </>
  );
}

function RevokeDialog({
  target,
  action,
  onClose,
}: {
  target: AgentKey;
  action: Revoke;
  onClose: () => void;
}) {
  const t = useTranslations("agents");
  const router = useRouter();
  const { run, pending, failure } = useAction(
    action,
    useCallback(() => {
      onClose();
      toast(t("revokedToast"));
      router.refresh();
    }, [onClose, router, t]),
  );
  return (
    <Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={t("revokeTitle")}
      description={t("revokeLead")}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="danger" disabled={pending} onClick={() => run({ key_id: target.key_id })}>
            {pending ? t("revoking") : t("revoke")}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-14">
        <p>
          <code className="font-mono text-13">
            {target.prefix}…{target.last4}
          </code>{" "}
          {target.name}
        </p>
        <p>
          {target.last_used_at
            ? t.rich("lastUsedAt", { when: () => <Time at={target.last_used_at ?? ""} style="exact" /> })
            : t("neverUsed")}
        </p>
        {failure ? <ErrorRegion failure={failure} /> : null}
      </div>
    </Dialog>
  );
}
