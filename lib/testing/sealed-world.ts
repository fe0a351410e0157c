import { sql } from "drizzle-orm";
import type { RememberInput } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import { text } from "@/lib/testing/high-memory";
import { agentCall, personCall, type TestEngine } from "@/lib/testing/open-test-engine";

/** A tenant that has everything encrypted, with Kim, who is remembered, an agent of theirs and a reviewer. */
export interface SealedWorld {
  tenantId: string;
  agent: CallContext;
  kim: CallContext;
  reviewer: CallContext;
  /** The next version of its policy. */
  publish(body: Record<string, unknown>): Promise<void>;
}

export async function createSealedWorld(test: TestEngine): Promise<SealedWorld> {
  const tenantId = await test.createTenant();
  let version = 0;
  const publish = async (body: Record<string, unknown>) => {
    version += 1;
    await test.database.withTenant(tenantId, (tx) =>
      tx.execute(sql`insert into policies (tenant_id, version, body, reason, created_by, created_at)
        values (${tenantId}, ${version}, ${JSON.stringify(body)}::text::jsonb, 'test', 'usr_test', '2026-10-01')`),
    );
  };
  await publish({ write: { encryption: "everything" } });
  return {
    tenantId,
    agent: agentCall(tenantId, ["user:kim"]),
    kim: personCall(tenantId, "kim"),
    reviewer: personCall(tenantId, "op1", { roles: ["reviewer"] }),
    publish,
  };
}

/** A memory of Kim's with a word of its own in each field that says something. */
export const sealedFact = (over: Partial<RememberInput> = {}): RememberInput => ({
  scope: "user:kim",
  subject: "user:kim",
  predicate: "editor",
  value: text("value"),
  statement: `Kim writes with ${text("statement")}.`,
  source: { type: "user_statement", ref: text("ref"), quote: text("quote") },
  topic: text("topic"),
  write_reason: text("reason"),
  metadata: { note: text("meta") },
  wait: "indexed",
  ...over,
});
