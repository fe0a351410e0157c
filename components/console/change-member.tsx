"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { toast } from "sonner";
import { ShownPassword } from "@/components/console/add-member";
import { RoleBoxes } from "@/components/console/role-boxes";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorRegion } from "@/components/ui/error-region";
import { type Action, useAction } from "@/components/ui/use-action";
import type { Member } from "@/lib/contracts/members";
import type { Role } from "@/lib/contracts/principals";

interface Props {
  member: Member;
  /** Whether this is the one who looks. */
  isSelf: boolean;
  setRoles: Action<{ user_id: string; roles: Role[]; seen: Role[] }, unknown>;
  setAccess: Action<{ user_id: string; enabled: boolean }, unknown>;
  resetPassword: Action<{ user_id: string }, { password: string }>;
}

/** Roles, access and password of one member. What cannot be undone by the same press asks first. */
export function ChangeMember({ member, isSelf, setRoles, setAccess, resetPassword }: Props) {
  const t = useTranslations("members");
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [roles, choose] = useState<Role[]>(member.roles);
  const [password, setPassword] = useState<string | null>(null);
  const onSaved = useCallback(() => {
    setOpen(false);
    toast(t("saved"));
    router.refresh();
  }, [router, t]);
  const save = useAction(setRoles, onSaved);
  const access = useAction(setAccess, onSaved);
  const reset = useAction(
    resetPassword,
    useCallback((data: { password: string }) => setPassword(data.password), []),
  );
  const enabled = member.disabled_at === null;
  const failure = save.failure ?? access.failure ?? reset.failure;
  const busy = save.pending || access.pending || reset.pending;
  function change(next: boolean) {
    setOpen(next);
    if (next) choose(member.roles);
    else setPassword(null);
  }
  return (
    <>
      <Button size="small" onClick={() => change(true)}>
        {t("change")}
        <span className="sr-only" translate="no">
          {" "}
          {member.display_name}
        </span>
      </Button>
      <Dialog
        open={open}
        onOpenChange={change}
        keepsOpen={password !== null}
        title={password ? t("passwordTitle") : t("changeOf", { name: member.display_name })}
        description={password ? t("passwordLead") : member.email}
        footer={
          password ? (
            <Button variant="primary" onClick={() => change(false)}>
              {t("handedOver")}
            </Button>
          ) : (
            <>
              <Button onClick={() => change(false)}>{t("cancel")}</Button>
              <Button
                variant="primary"
                disabled={busy || roles.length === 0}
                onClick={() => save.run({ user_id: member.user_id, roles, seen: member.roles })}
              >
                {save.pending ? t("saving") : t("saveRoles")}
              </Button>
            </>
          )
        }
      >
        {password ? (
          <ShownPassword password={password} />
        ) : (
          <div className="grid gap-5">
            <RoleBoxes roles={roles} onChange={choose} />
            <div className="grid gap-2 border-t border-rule pt-4">
              <p className="text-14">{t("resetMeans")}</p>
              <Button
                size="small"
                className="justify-self-start"
                disabled={busy}
                onClick={() => reset.run({ user_id: member.user_id })}
              >
                {reset.pending ? t("saving") : t("reset")}
              </Button>
            </div>
            {isSelf ? null : (
              <div className="grid gap-2 border-t border-rule pt-4">
                <p className="text-14">{t(enabled ? "disableMeans" : "enableMeans")}</p>
                <Button
                  size="small"
                  variant={enabled ? "warning" : "plain"}
                  className="justify-self-start"
                  disabled={busy}
                  onClick={() => access.run({ user_id: member.user_id, enabled: !enabled })}
                >
                  {access.pending ? t("saving") : t(enabled ? "disable" : "enable")}
                </Button>
              </div>
            )}
            {failure ? <ErrorRegion failure={failure} /> : null}
          </div>
        )}
      </Dialog>
    </>
  );
}
