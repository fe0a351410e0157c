import { randomBytes } from "node:crypto";
import { makeAccounts } from "@/lib/cli/demo/make-accounts";
import { performStep } from "@/lib/cli/demo/perform-step";
import { type Stage, toCalls, toInstant } from "@/lib/cli/demo/stage";
import { STORY } from "@/lib/cli/demo/story/story";
import { createEngine } from "@/lib/engine/create-engine";
import type { Engine } from "@/lib/engine/engine";
import { createSettableClock, type SettableClock } from "@/lib/platform/clock";
import { createSigner } from "@/lib/platform/hashing";
import { createId } from "@/lib/platform/ids";
import { createAdminContext } from "@/lib/server/admin-context";
import { DEMO_TENANT } from "@/lib/server/demo-accounts";
import type { Runtime } from "@/lib/server/runtime";
import { createTenant } from "@/lib/services/tenant/create-tenant";
import type { Database, Tx } from "@/lib/store/client";
import { findSetting, insertSetting } from "@/lib/store/principals/instance-settings";
import { findTenant } from "@/lib/store/principals/tenants";

const FINISHED = "demo_finished_at";
const TENANT = { slug: DEMO_TENANT, name: "Demo · 演示", time_zone: "Asia/Shanghai", is_demo: true };
/** The day before the story begins. */
const OPENING = [32, "09:00"] as const;

/**
 * Fills the demo tenant, once, through the same services and the same engine that everybody uses, with a clock that is
 * set to the story's days: "as known at" then has a past. The whole story is one transaction: a start that is cut off
 * leaves none of it, and the next one tells it anew. A tenant of that name which somebody made themselves is left alone.
 */
export async function seedDemo(runtime: Runtime): Promise<void> {
  const { database } = runtime;
  const firstStart = runtime.clock.now();
  const { tenant, finished } = await database.withoutTenant(async (tx) => ({
    tenant: await findTenant(tx, DEMO_TENANT),
    finished: (await findSetting(tx, FINISHED)) !== null,
  }));
  if (finished || tenant?.isDemo === false) return;
  const clock = createSettableClock(toInstant(OPENING, firstStart));
  const ctx = { ...createAdminContext(runtime, "demo", createId("req", clock.now())), clock };
  const tenantId = tenant?.tenantId ?? (await createTenant({ ctx, input: TENANT })).tenant_id;
  const ids = await makeAccounts(ctx, tenantId);
  await database.withTenant(tenantId, async (tx) => {
    const engine = openPast(runtime, within(database, tenantId, tx), clock);
    await tellStory({ engine, clock, tenantId, firstStart, memories: new Map(), ...toCalls(tenantId, ids) });
    await insertSetting(tx, FINISHED, firstStart.toISOString(), firstStart);
  });
}

async function tellStory(stage: Stage): Promise<void> {
  const moments = new Map(STORY.map((step) => [step, toInstant(step.when, stage.firstStart).getTime()]));
  const inOrder = [...STORY].sort((a, b) => (moments.get(a) ?? 0) - (moments.get(b) ?? 0));
  for (const step of inOrder) await performStep(stage, step);
  stage.clock.set(stage.firstStart);
  while ((await stage.engine.runDueWork(stage.tenantId)).indexed > 0);
}

/** The engine of this installation, living in another time. */
function openPast(runtime: Runtime, database: Database, clock: SettableClock): Engine {
  return createEngine(database, {
    clock,
    newId: (prefix) => createId(prefix, clock.now()),
    randomBytes: (length) => new Uint8Array(randomBytes(length)),
    elapsed: () => performance.now(),
    keys: runtime.keys.tenant,
    embedder: runtime.embedder,
    // The story says what is remembered; a model would add to it as it pleases.
    extractionModel: null,
    signer: createSigner(runtime.secrets.masterKey, "receipt"),
    report: runtime.logger,
  });
}

/** The database as seen from inside one transaction: what would be transactions of their own become parts of it. */
function within(database: Database, tenantId: string, tx: Tx): Database {
  return {
    ...database,
    withTenant: (wanted, work) => {
      if (wanted !== tenantId) throw new Error("The demo's story plays in its own tenant.");
      return work(tx);
    },
  };
}
