import { sql } from "drizzle-orm";
import type { RememberInput } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import { queryRows } from "@/lib/store/rows";
import { agentCall, personCall, type TestEngine } from "@/lib/testing/open-test-engine";

/** A word of each field, found nowhere else. */
export const words = (field: string) => [`quokka${field}`, `袋鼠${field}`];
export const text = (field: string) => words(field).join(" ");
export const FIELDS = [
  "value",
  "statement",
  "topic",
  "purpose",
  "reason",
  "meta",
  "quote",
  "episode",
  "ref",
  "consent",
];
export const ALL = FIELDS.flatMap(words);

export const HIGH: RememberInput = {
  scope: "user:ada",
  subject: "user:ada",
  predicate: "blood_test",
  value: { result: text("value") },
  statement: `Ada's blood test: ${text("statement")}`,
  sensitivity: "high",
  topic: text("topic"),
  purpose: text("purpose"),
  consent_basis: "consent",
  write_reason: text("reason"),
  metadata: { note: text("meta") },
  source: { type: "user_statement", ref: text("ref"), quote: text("quote") },
};

export interface HighWorld {
  tenantId: string;
  agent: CallContext;
  everybody: CallContext;
  ada: CallContext;
  viewer: CallContext;
}

export async function createHighWorld(test: TestEngine): Promise<HighWorld> {
  const tenantId = await test.createTenant();
  return {
    tenantId,
    agent: agentCall(tenantId, ["user:ada"]),
    everybody: agentCall(tenantId, ["user:*", "org:acme"]),
    ada: personCall(tenantId, "ada"),
    viewer: personCall(tenantId, "val", { roles: ["viewer", "reviewer", "admin"] }),
  };
}

export async function rowsOf(
  test: TestEngine,
  tenantId: string,
  table: string,
): Promise<Record<string, unknown>[]> {
  return test.database.withTenant(tenantId, (tx) =>
    queryRows(tx, sql`select * from ${sql.identifier(table)} where tenant_id = ${tenantId}`),
  );
}

export async function rememberHigh(test: TestEngine, world: HighWorld, over: Partial<RememberInput> = {}) {
  const decision = await test.engine.remember(world.agent, { ...HIGH, ...over });
  if (!decision.memory) throw new Error(`refused: ${decision.reason_code}`);
  return { decision, memory: decision.memory };
}
