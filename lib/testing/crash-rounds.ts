import { WRITE_POINTS, type WritePoint } from "@/lib/engine/ports";
import { type ChildLocation, type CrashChild, must, startCrashChild } from "@/lib/testing/start-crash-child";

export interface CrashReport {
  rounds: number;
  acknowledged: number;
  /** Requests without an answer when the process died, each sent again. */
  sentAgain: number;
  /** What did not hold, in words. */
  problems: string[];
}

interface Written {
  idempotencyKey: string;
  predicate: string;
  value: string;
  /** Null while nobody has answered. */
  memoryId: string | null;
}

/** A claim of a dead process on a shared database is given up after twenty seconds. */
const AHEAD_EACH_MS = 30_000;
const ADMIN_KEY = "crash-admin-key-that-is-long-enough";
const SCOPE = "project:crash";

/**
 * Lets a server die again and again, at a named point of a write or at any moment under several writers, and starts it
 * anew each time. What must hold: nothing acknowledged is lost; what was not acknowledged and is sent again with its
 * Idempotency-Key has one effect and one answer; one version of a fact is in force; all that is owed gets done; the
 * audit chain is whole.
 */
export async function runCrashRounds(
  location: ChildLocation,
  plan: { points: readonly WritePoint[]; perPoint: number } | { writers: number; rounds: number },
  onRound: (done: number, of: number) => void = () => {},
): Promise<CrashReport> {
  const report: CrashReport = { rounds: 0, acknowledged: 0, sentAgain: 0, problems: [] };
  let ahead = 0;
  const start = () => {
    ahead += AHEAD_EACH_MS;
    return startCrashChild({ location, adminKey: ADMIN_KEY, ahead });
  };
  let child = await start();
  const world = await makeWorld(child);
  const deaths: (WritePoint | null)[] =
    "points" in plan
      ? plan.points.flatMap((point) => Array.from({ length: plan.perPoint }, () => point))
      : Array.from({ length: plan.rounds }, () => null);
  const all: Written[] = [];
  try {
    for (const [round, point] of deaths.entries()) {
      const written =
        point === null
          ? await writeUntilKilled(child, world.key, round, "writers" in plan ? plan.writers : 1)
          : await writeOne(child, world.key, round, point, report);
      child = await start();
      for (const one of written) {
        if (one.memoryId === null) {
          report.sentAgain += 1;
          one.memoryId = await sendAgain(child, world.key, one, report);
        } else report.acknowledged += 1;
      }
      all.push(...written);
      await check(child, world.key, written, report);
      report.rounds += 1;
      onRound(report.rounds, deaths.length);
    }
    await check(child, world.key, all, report);
    await checkRest(child, world.tenantId, report);
    return report;
  } finally {
    await child.kill();
  }
}

export const EVERY_POINT: readonly WritePoint[] = WRITE_POINTS;

async function makeWorld(child: CrashChild): Promise<{ tenantId: string; key: string }> {
  const admin = (path: string, body: unknown) =>
    must(child.ask({ method: "POST", path: `/admin${path}`, key: ADMIN_KEY, body }), 201);
  const { tenant_id: tenantId } = await admin("/tenants", { slug: "crash", name: "Crash" });
  const agent = await admin("/agents", { tenant: "crash", name: "agent", scopes: [SCOPE] });
  const made = await admin(`/agents/${agent.agent_id}/keys`, { rate_per_minute: 10_000 });
  return { tenantId, key: made.secret };
}

const send = (child: CrashChild, key: string, one: Written) =>
  child.ask({
    method: "POST",
    path: "/memories",
    key,
    headers: { "Idempotency-Key": one.idempotencyKey },
    body: {
      scope: SCOPE,
      subject: SCOPE,
      predicate: one.predicate,
      value: one.value,
      source: { type: "internal_tool", ref: one.idempotencyKey },
    },
  });

const compose = (round: number, n: number): Written => ({
  idempotencyKey: `round-${round}-${n}`,
  predicate: `fact_${n % 3}`,
  value: `value ${round} ${n}`,
  memoryId: null,
});

async function writeOne(
  child: CrashChild,
  key: string,
  round: number,
  point: WritePoint,
  report: CrashReport,
): Promise<Written[]> {
  const before = compose(round, 0);
  before.memoryId = (await must(send(child, key, before), 201)).memory.memory_id;
  await child.dieAt(point);
  const one = compose(round, 3);
  const reply = await send(child, key, one);
  if (reply !== null) {
    report.problems.push(`${point} was never reached: ${reply.status}`);
    await child.kill();
  }
  const how = await child.ended;
  if (how !== "SIGKILL") report.problems.push(`at ${point} the server ended with ${how}`);
  return [before, one];
}

async function writeUntilKilled(
  child: CrashChild,
  key: string,
  round: number,
  writers: number,
): Promise<Written[]> {
  const written: Written[] = [];
  let n = 0;
  const lanes = Array.from({ length: writers }, async () => {
    for (;;) {
      const one = compose(round, n++);
      written.push(one);
      const reply = await send(child, key, one);
      if (reply === null) return;
      if (reply.status !== 201) throw new Error(`a write was answered ${JSON.stringify(reply)}`);
      one.memoryId = reply.body.memory.memory_id;
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 900));
  await child.kill();
  await Promise.all(lanes);
  return written;
}

async function sendAgain(
  child: CrashChild,
  key: string,
  one: Written,
  report: CrashReport,
): Promise<string | null> {
  const first = await send(child, key, one);
  const second = await send(child, key, one);
  if (first?.status !== 201 || second?.status !== 201) {
    report.problems.push(`${one.idempotencyKey} sent again: ${JSON.stringify(first)}`);
    return null;
  }
  const memoryId = first.body.memory.memory_id;
  if (second.body.memory.memory_id !== memoryId)
    report.problems.push(`${one.idempotencyKey} has two answers`);
  return memoryId;
}

async function check(
  child: CrashChild,
  key: string,
  written: readonly Written[],
  report: CrashReport,
): Promise<void> {
  const predicates = new Map<string, Written[]>();
  for (const one of written) predicates.set(one.predicate, [...(predicates.get(one.predicate) ?? []), one]);
  for (const [predicate, ones] of predicates) {
    const id = ones.find(({ memoryId }) => memoryId !== null)?.memoryId;
    if (!id) continue;
    const reply = await child.ask({ method: "GET", path: `/memories/${id}/history`, key });
    const items: { memory_id: string; value: unknown; status: string; sources: unknown[] }[] =
      reply?.body.items ?? [];
    const active = items.filter(({ status }) => status === "active");
    if (active.length !== 1) report.problems.push(`${predicate} has ${active.length} versions in force`);
    for (const one of ones) {
      const found = items.filter(({ value }) => value === one.value);
      if (found.length !== 1 || found[0]?.memory_id !== one.memoryId)
        report.problems.push(`${one.idempotencyKey} is there ${found.length} times`);
      else if (found[0].sources.length !== 1)
        report.problems.push(`${one.idempotencyKey} rests on ${found[0].sources.length} events`);
    }
  }
}

async function checkRest(child: CrashChild, tenantId: string, report: CrashReport): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    const due = await must(child.ask({ method: "DUE", path: tenantId }), 200);
    if (due.indexed === 0 && due.linked === 0) break;
  }
  const { audit, owed } = await must(child.ask({ method: "LOOK", path: tenantId }), 200);
  if (owed > 0) report.problems.push(`${owed} memories wait for their index`);
  if (audit.unlinked > 0) report.problems.push(`${audit.unlinked} audit entries are not linked`);
  if (audit.linked === 0) report.problems.push("nothing was audited");
  for (const problem of audit.problems) report.problems.push(`audit: ${JSON.stringify(problem)}`);
}
