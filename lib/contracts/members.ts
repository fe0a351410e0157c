import { z } from "zod";
import { cursor, idOf, type Page } from "@/lib/contracts/common";
import { type Role, role } from "@/lib/contracts/principals";

/** Somebody who can sign in. */
export interface Member {
  user_id: string;
  display_name: string;
  email: string;
  scope: string;
  roles: Role[];
  created_at: string;
  disabled_at: string | null;
}

/** `all` counts everybody of the tenant, `administrators` those of them who can act as such now. */
export interface Members extends Page<Member> {
  all: number;
  administrators: number;
}

export const listMembersQuery = z.strictObject({
  q: z.string().max(200).optional(),
  role: role.optional(),
  cursor: cursor.optional(),
  limit: z.number().int().min(1).max(200).optional(),
});
export type ListMembersQuery = z.infer<typeof listMembersQuery>;

export const userId = idOf("usr");
export const setRolesInput = z.strictObject({
  user_id: userId,
  roles: z.array(role).min(1).max(5),
  /** The roles that were shown: somebody else may have changed them since. */
  seen: z.array(role).max(5),
});
export type SetRolesInput = z.infer<typeof setRolesInput>;
export const setAccessInput = z.strictObject({ user_id: userId, enabled: z.boolean() });
export type SetAccessInput = z.infer<typeof setAccessInput>;
