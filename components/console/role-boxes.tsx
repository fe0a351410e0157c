"use client";

import { ROLES } from "@/lib/contracts/choices";
import { useTranslations } from "next-intl";
import type { Role } from "@/lib/contracts/principals";

/** Each role with what it lets somebody do. */
export function RoleBoxes({ roles, onChange }: { roles: Role[]; onChange: (roles: Role[]) => void }) {
  const t = useTranslations("members");
  const tRoles = useTranslations("roles");
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-14 font-medium">{t("roles")}</legend>
      {ROLES.map((role) => (
        <label key={role} className="flex items-start gap-2.5 py-1 text-14 pointer-coarse:py-2">
          <input
            type="checkbox"
            checked={roles.includes(role)}
            onChange={(event) =>
              onChange(event.target.checked ? [...roles, role] : roles.filter((one) => one !== role))
            }
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          <span>
            {tRoles(role)}
            <span className="block text-13 text-muted">{t(`roleMeans.${role}`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
