import { ERASE_POINTS } from "@/lib/engine/ports";
import type { CrashReport } from "@/lib/testing/crash-rounds";
import { type ChildLocation, type CrashChild, must, startCrashChild } from "@/lib/testing/start-crash-child";

const AHEAD_EACH_MS = 30_000;
const ADMIN_KEY = "crash-admin-key-that-is-long-enough";
const SCOPE = "project:crash";

/**
 * Lets a server die at each point of a deletion, asked for at once and by a job after its time to cancel, and starts it
 * anew. What must hold: either nothing has happened, and asked again it does; or the memory is gone for every reader and
 * the left-over work completes it. In the end there is one deletion with one complete receipt, and the words are nowhere.
 */
export async function crashDeletions(location: ChildLocation, perPoint: number): Promise<CrashReport> {
  const report: CrashReport = { rounds: 0, acknowledged: 0, sentAgain: 0, problems: [] };
  let ahead = 0;
  const start = () => {
    ahead += AHEAD_EACH_MS;
    return startCrashChild({ location, adminKey: ADMIN_KEY, ahead });
  };
  let child = await start();
  const { tenantId, key } = await makeWorld(child);
  try {
    for (const point of ERASE_POINTS) {
      for (const waits of [false, true]) {
        // Nothing is written down by the job: that was done by the request.
        if (waits && point === "requested") continue;
        for (let turn = 0; turn < perPoint; turn++) {
          const name = `${point} ${waits ? "later" : "at once"} ${turn}`;
          const word = `walrus${point}${waits ? "later" : "now"}${turn}`;
          const memoryId = await remember(child, key, word);
          const ask = (from: CrashChild, window: number) =>
            from.ask({
              method: "POST",
              path: "/deletions",
              key,
              body: { selector: { memory_ids: [memoryId] }, cancel_window_s: window },
              headers: { "Idempotency-Key": word },
            });
          if (waits) {
            const asked = await ask(child, 1);
            if (asked?.status !== 202) report.problems.push(`${name}: asked ${JSON.stringify(asked)}`);
            await child.kill();
            child = await start();
          }
          await child.dieAt(point);
          const died = waits ? await child.ask({ method: "DUE", path: tenantId }) : await ask(child, 0);
          if (died !== null)
            report.problems.push(`${name} was answered and had to die: ${JSON.stringify(died)}`);
          child = await start();
          if (!waits) {
            const again = await ask(child, 0);
            report.sentAgain += 1;
            if (again?.status !== 202) report.problems.push(`${name} sent again: ${JSON.stringify(again)}`);
          }
          for (const found of await settle(child, { tenantId, key, memoryId, word }))
            report.problems.push(`${name}: ${found}`);
          report.rounds += 1;
        }
      }
    }
    const { audit } = await must(child.ask({ method: "LOOK", path: tenantId }), 200);
    if (audit.problems.length > 0) report.problems.push(`audit: ${JSON.stringify(audit.problems)}`);
    return report;
  } finally {
    await child.kill();
  }
}

/** Lets the left-over work be done, and says what is not as it has to be. */
async function settle(
  child: CrashChild,
  { tenantId, key, memoryId, word }: { tenantId: string; key: string; memoryId: string; word: string },
): Promise<string[]> {
  const problems: string[] = [];
  await must(child.ask({ method: "DUE", path: tenantId }), 200);
  const gone = await child.ask({ method: "GET", path: `/memories/${memoryId}`, key });
  if (gone?.status !== 404) problems.push(`still read: ${JSON.stringify(gone)}`);
  const left: string[] = await must(child.ask({ method: "SCAN", path: tenantId, body: [word] }), 200);
  if (left.length > 0) problems.push(`words left in ${left.join(", ")}`);
  const recalled = await must(
    child.ask({ method: "POST", path: "/retrievals", key, body: { query: word, scopes: [SCOPE] } }),
    200,
  );
  if (recalled.snippets.some((one: { memory_id: string }) => one.memory_id === memoryId))
    problems.push("still recalled");
  const { deletions } = await must(child.ask({ method: "LOOK", path: tenantId }), 200);
  const own = deletions.filter((one: { memory_ids: string[] }) => one.memory_ids.includes(memoryId));
  if (own.length !== 1) problems.push(`${own.length} deletions`);
  const [deletion] = own;
  if (deletion === undefined) return problems;
  const path = `/deletions/${deletion.deletion_id}/receipt`;
  const { receipt } = await must(child.ask({ method: "GET", path, key }), 200);
  if (receipt.status !== "complete")
    problems.push(`receipt ${receipt.status}: ${JSON.stringify(receipt.targets)}`);
  if (receipt.memory_digests.length !== 1) problems.push(`${receipt.memory_digests.length} digests`);
  return problems;
}

async function makeWorld(child: CrashChild): Promise<{ tenantId: string; key: string }> {
  const admin = (path: string, body: unknown) =>
    must(child.ask({ method: "POST", path: `/admin${path}`, key: ADMIN_KEY, body }), 201);
  const { tenant_id: tenantId } = await admin("/tenants", { slug: "deletions", name: "Deletions" });
  const agent = await admin("/agents", { tenant: "deletions", name: "agent", scopes: [SCOPE] });
  const { secret } = await admin(`/agents/${agent.agent_id}/keys`, { rate_per_minute: 10_000 });
  return { tenantId, key: secret };
}

async function remember(child: CrashChild, key: string, word: string): Promise<string> {
  const body = {
    scope: SCOPE,
    subject: SCOPE,
    predicate: `name of ${word}`,
    value: word,
    statement: `Its name is ${word}.`,
    source: { type: "user_statement", quote: `Its name is ${word}.` },
  };
  const decision = await must(child.ask({ method: "POST", path: "/memories", key, body }), 201);
  return decision.memory.memory_id;
}
