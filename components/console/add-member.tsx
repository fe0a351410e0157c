"use client";

import Plus from "lucide-react/icons/plus";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { RoleBoxes } from "@/components/console/role-boxes";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorRegion } from "@/components/ui/error-region";
import { TextField } from "@/components/ui/field";
import { type Action, useAction } from "@/components/ui/use-action";
import type { Role } from "@/lib/contracts/principals";

type Add = Action<
  { email: string; display_name?: string; external_id?: string; roles: Role[] },
  { password: string }
>;

/** Somebody new; their first password is shown once, to be handed over. */
export function AddMember({ action }: { action: Add }) {
  const t = useTranslations("members");
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [externalId, setExternalId] = useState("");
  const [roles, setRoles] = useState<Role[]>(["user"]);
  const [missing, setMissing] = useState<"email" | "roles" | null>(null);
  const [password, setPassword] = useState<string | null>(null);
  const { run, pending, failure } = useAction(
    action,
    useCallback((data: { password: string }) => setPassword(data.password), []),
  );
  function close() {
    setOpen(false);
    if (password === null) return;
    setPassword(null);
    setEmail("");
    setName("");
    setExternalId("");
    setRoles(["user"]);
    router.refresh();
  }
  function submit() {
    if (!/^\S+@\S+$/.test(email.trim())) return setMissing("email");
    if (roles.length === 0) return setMissing("roles");
    setMissing(null);
    run({
      email: email.trim(),
      roles,
      ...(name.trim() ? { display_name: name.trim() } : {}),
      ...(externalId.trim() ? { external_id: externalId.trim() } : {}),
    });
  }
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" />
        {t("add")}
      </Button>
      <Dialog
        open={open}
        onOpenChange={(next) => (next ? setOpen(true) : close())}
        title={password ? t("passwordTitle") : t("add")}
        keepsOpen={password !== null}
        {...(password === null && { onEnter: submit })}
        description={password ? t("passwordLead") : t("addLead")}
        footer={
          password ? (
            <Button variant="primary" onClick={close}>
              {t("handedOver")}
            </Button>
          ) : (
            <>
              <Button onClick={close}>{t("cancel")}</Button>
              <Button variant="primary" disabled={pending} onClick={submit}>
                {pending ? t("saving") : t("add")}
              </Button>
            </>
          )
        }
      >
        {password ? (
          <ShownPassword password={password} />
        ) : (
          <div className="grid gap-4">
            <TextField
              label={t("email")}
              type="email"
              autoComplete="off"
              value={email}
              maxLength={254}
              onChange={(event) => setEmail(event.target.value)}
              error={missing === "email" ? t("emailNeeded") : null}
            />
            <TextField
              label={t("nameOptional")}
              value={name}
              maxLength={120}
              onChange={(event) => setName(event.target.value)}
            />
            <TextField
              label={t("externalId")}
              hint={t("externalIdHint")}
              value={externalId}
              maxLength={118}
              spellCheck={false}
              onChange={(event) => setExternalId(event.target.value)}
            />
            <RoleBoxes roles={roles} onChange={setRoles} />
            {missing === "roles" ? (
              <p role="alert" className="text-13 text-danger">
                {t("rolesNeeded")}
              </p>
            ) : null}
            {failure ? <ErrorRegion failure={failure} /> : null}
          </div>
        )}
      </Dialog>
    </>
  );
}

export function ShownPassword({ password }: { password: string }) {
  const t = useTranslations("members");
  return (
    <p className="flex items-start gap-2 border border-rule-strong bg-wash p-3">
      <code data-testid="first-password" className="min-w-0 flex-1 font-mono text-13 break-all">
        {password}
      </code>
      <CopyButton text={password} label={t("copyPassword")} />
    </p>
  );
}
