import { makeAccounts } from "@/lib/cli/demo/make-accounts";
import { type Done, performStep } from "@/lib/cli/demo/perform-step";
import { type Stage, toCalls, toInstant } from "@/lib/cli/demo/stage";
import { STORY } from "@/lib/cli/demo/story/story";
import { createId } from "@/lib/platform/ids";
import { createSettableClock } from "@/lib/platform/clock";
import { createAdminContext } from "@/lib/server/admin-context";
import { DEMO_TENANT } from "@/lib/server/demo-accounts";
import { createRuntime, type Runtime } from "@/lib/server/runtime";
import { createTenant } from "@/lib/services/tenant/create-tenant";
import { findSetting, insertSetting } from "@/lib/store/principals/instance-settings";
import { findTenant } from "@/lib/store/principals/tenants";

const STARTED = "demo_started_at";
const FINISHED = "demo_finished_at";
/** The day before the story begins. */
const OPENING = [32, "09:00"] as const;

/**
 * Fills the demo tenant, once, through the same services and the same engine that everybody uses, with a clock that is
 * set to the story's days: "as known at" then has a past. A seed that was cut off is taken up again: each step knows
 * whether it has happened. A tenant of that name which somebody made themselves is left alone.
 */
export async function seedDemo(runtime: Runtime): Promise<void> {
  const { database } = runtime;
  const now = runtime.clock.now();
  const state = await database.withoutTenant(async (tx) => {
    const tenant = await findTenant(tx, DEMO_TENANT);
    if (tenant && !tenant.isDemo) return null;
    if ((await findSetting(tx, FINISHED)) !== null) return null;
    await insertSetting(tx, STARTED, now.toISOString(), now);
    return { tenant, startedAt: await findSetting(tx, STARTED) };
  });
  if (state === null) return;
  const firstStart = new Date(String(state.startedAt));
  const clock = createSettableClock(toInstant(OPENING, firstStart));
  const past = await createRuntime({
    environment: runtime.environment,
    database,
    secrets: runtime.secrets,
    embedder: runtime.embedder,
    demo: true,
    worker: false,
    clock,
  });
  const ctx = createAdminContext(past, "demo", createId("req", clock.now()));
  const tenantId =
    state.tenant?.tenantId ??
    (
      await createTenant({
        ctx,
        input: { slug: DEMO_TENANT, name: "Demo · 演示", time_zone: "Asia/Shanghai", is_demo: true },
      })
    ).tenant_id;
  const ids = await makeAccounts(ctx, tenantId);
  const stage: Stage = {
    engine: past.engine,
    clock,
    tenantId,
    firstStart,
    memories: new Map(),
    ...toCalls(tenantId, ids),
  };
  await tellStory(stage);
  await database.withoutTenant((tx) => insertSetting(tx, FINISHED, runtime.clock.now().toISOString(), now));
}

async function tellStory(stage: Stage): Promise<void> {
  const done = await listDone(stage);
  const instant = (step: (typeof STORY)[number]) => toInstant(step.when, stage.firstStart).getTime();
  for (const step of [...STORY].sort((a, b) => instant(a) - instant(b))) await performStep(stage, step, done);
  stage.clock.set(stage.firstStart);
  while ((await stage.engine.runDueWork(stage.tenantId)).indexed > 0);
}

async function listDone({ engine, operator }: Stage): Promise<Done> {
  const recalls = await engine.listTraces(operator, { limit: 200 });
  const erasures = await engine.listDeletions(operator, { limit: 200 });
  return {
    recalls: new Set(recalls.items.map((trace) => trace.at)),
    erasures: new Set(erasures.items.map((deletion) => deletion.requested_at)),
  };
}
