import type { CreateDeletionInput, Deletion } from "@/lib/contracts/deletions";
import { hasRole } from "@/lib/engine/model/principal";
import { requireWriter } from "@/lib/services/authorise/require-member";
import { requireScope } from "@/lib/services/authorise/require-scope";
import { requireSelfOrRole } from "@/lib/services/authorise/require-self";
import { requireSteward } from "@/lib/services/authorise/require-steward";
import type { ServiceContext } from "@/lib/services/context";

/**
 * Asks for an erasure, or with `dry_run` for what it would touch. A person erases what is theirs; a privacy officer or
 * an administrator anything of the tenant; an agent what its scopes hold.
 * @throws EngineError `not_found`, `scope_not_allowed`, `not_entitled`, `write_mode_forbids`
 */
export async function requestDeletion({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: CreateDeletionInput;
}): Promise<Deletion> {
  requireWriter(ctx);
  const { selector } = input;
  const person = ctx.principal.self !== null && !hasRole(ctx.principal, "privacy_officer", "admin");
  if (person) {
    for (const id of selector.memory_ids ?? []) {
      requireSteward(ctx, await ctx.engine.getMemory(ctx, id), "privacy_officer", "admin");
    }
    if (selector.all_of_subject) requireSelfOrRole(ctx, selector.all_of_subject, "privacy_officer", "admin");
  }
  if (selector.scope && (person || ctx.principal.self === null)) requireScope(ctx, selector.scope);
  return ctx.engine.requestDeletion(ctx, input);
}
