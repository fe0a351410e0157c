import { type SQL, sql } from "drizzle-orm";
import { isOperator, type Principal } from "@/lib/engine/model/principal";

/**
 * The rows this principal may see, as a condition on `m.scope` and `f.subject`. Exact comparison of scopes and of
 * whole types: nothing in a scope is ever a pattern.
 */
export function visibilityCondition(principal: Principal): SQL {
  if (isOperator(principal)) return sql`true`;
  const exact = principal.scopes.filter((grant) => !grant.endsWith(":*"));
  const types = principal.scopes.filter((grant) => grant.endsWith(":*")).map((grant) => grant.slice(0, -2));
  const list = (items: string[]) =>
    sql.join(
      items.map((item) => sql`${item}`),
      sql`, `,
    );
  const parts: SQL[] = [];
  if (exact.length > 0) parts.push(sql`m.scope in (${list(exact)})`);
  if (types.length > 0) parts.push(sql`split_part(m.scope, ':', 1) in (${list(types)})`);
  if (principal.self !== null) parts.push(sql`f.subject = ${principal.self}`);
  if (parts.length === 0) return sql`false`;
  const seen = sql`(${sql.join(parts, sql` or `)})`;
  // What waits for its erasure is shown to people, who may take it back, and to no agent.
  return principal.actor.kind === "agent" ? sql`(${seen} and m.withheld_by is null)` : seen;
}
