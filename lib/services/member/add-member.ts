import type { CreateUserInput } from "@/lib/contracts/principals";
import { createPassword } from "@/lib/platform/create-password";
import { requireRole } from "@/lib/services/authorise/require-role";
import type { ServiceContext } from "@/lib/services/context";
import { createUser } from "@/lib/services/user/create-user";

/**
 * Somebody new, with a first password that is in this answer and nowhere else.
 * @throws EngineError `role_required`, `already_exists`
 */
export async function addMember({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Pick<CreateUserInput, "email" | "display_name" | "external_id" | "roles">;
}): Promise<{ user_id: string; password: string }> {
  requireRole(ctx, "admin");
  const password = createPassword();
  const made = await createUser({ ctx, input: { ...input, tenant: ctx.principal.tenantId, password } });
  return { user_id: made.user_id, password };
}
