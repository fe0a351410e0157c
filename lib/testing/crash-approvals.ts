import type { WritePoint } from "@/lib/engine/ports";
import type { CrashReport } from "@/lib/testing/crash-rounds";
import { type ChildLocation, type CrashChild, must, startCrashChild } from "@/lib/testing/start-crash-child";

/** The points that an approval passes: it is judged by nobody's gates any more. */
export const APPROVAL_POINTS: readonly WritePoint[] = [
  "observed",
  "locked",
  "written",
  "committed",
  "indexing",
  "indexed",
];

const AHEAD_EACH_MS = 30_000;
const ADMIN_KEY = "crash-admin-key-that-is-long-enough";
const SCOPE = "project:crash";

/**
 * Lets a server die at each point of an approval's commit and starts it anew. What must hold: the approval is open and
 * nothing was committed, or it is approved and the version is in force, never between; sent again it comes to the same
 * end, and what it took the place of is superseded once.
 */
export async function crashApprovals(location: ChildLocation, perPoint: number): Promise<CrashReport> {
  const report: CrashReport = { rounds: 0, acknowledged: 0, sentAgain: 0, problems: [] };
  let ahead = 0;
  const start = () => {
    ahead += AHEAD_EACH_MS;
    return startCrashChild({ location, adminKey: ADMIN_KEY, ahead });
  };
  let child = await start();
  const keys = await makeKeys(child);
  try {
    for (const point of APPROVAL_POINTS) {
      for (let turn = 0; turn < perPoint; turn++) {
        const predicate = `rule ${point} ${turn}`;
        await remember(child, keys.full, predicate, "before", 201);
        const held = await remember(child, keys.propose, predicate, "after", 202);
        const approve = (from: CrashChild) =>
          from.ask({
            method: "POST",
            path: `/approvals/${held.approval_id}/approve`,
            key: keys.full,
            body: { source: { type: "approval", ref: "chat", quote: "Yes, from now on." } },
            headers: { "Idempotency-Key": predicate },
          });
        await must(child.ask({ method: "DIE", path: point }), 200);
        if ((await approve(child)) !== null) report.problems.push(`${predicate} was answered and had to die`);
        child = await start();
        const between = await look(child, keys.full, held);
        if (!["open/pending_approval/active", "approved/active/superseded"].includes(between))
          report.problems.push(`${predicate} stands between: ${between}`);
        const again = await approve(child);
        report.sentAgain += 1;
        // Committed before it could answer: whoever asks again is told that it was decided.
        if (again?.status !== 200 && again?.status !== 409)
          report.problems.push(`${predicate} sent again: ${JSON.stringify(again)}`);
        const end = await look(child, keys.full, held);
        if (end !== "approved/active/superseded") report.problems.push(`${predicate} ends as ${end}`);
        report.rounds += 1;
      }
    }
    return report;
  } finally {
    await child.kill();
  }
}

async function makeKeys(child: CrashChild): Promise<{ full: string; propose: string }> {
  const admin = (path: string, body: unknown) =>
    must(child.ask({ method: "POST", path: `/admin${path}`, key: ADMIN_KEY, body }), 201);
  await admin("/tenants", { slug: "approvals", name: "Approvals" });
  const keyOf = async (mode: "full" | "propose"): Promise<string> => {
    const agent = await admin("/agents", {
      tenant: "approvals",
      name: `agent that may ${mode}`,
      scopes: [SCOPE],
      write_mode: mode,
    });
    return (await admin(`/agents/${agent.agent_id}/keys`, { rate_per_minute: 10_000 })).secret;
  };
  return { full: await keyOf("full"), propose: await keyOf("propose") };
}

async function remember(child: CrashChild, key: string, predicate: string, value: string, status: number) {
  const body = {
    scope: SCOPE,
    subject: SCOPE,
    predicate,
    value,
    statement: `The ${predicate} is ${value}.`,
    source: { type: "user_statement", quote: `The ${predicate} is ${value}.` },
  };
  return must(child.ask({ method: "POST", path: "/memories", key, body }), status);
}

/** State of the approval, of the version it holds, and of what stood before it. */
async function look(
  child: CrashChild,
  key: string,
  held: { approval_id: string; memory: { memory_id: string } },
): Promise<string> {
  const approval = await must(child.ask({ method: "GET", path: `/approvals/${held.approval_id}`, key }), 200);
  const history = await must(
    child.ask({ method: "GET", path: `/memories/${held.memory.memory_id}/history`, key }),
    200,
  );
  const items: { memory_id: string; status: string; value: unknown }[] = history.items;
  const of = (value: string) => items.filter((one) => one.value === value).map((one) => one.status);
  return [approval.state, of("after").join("+"), of("before").join("+")].join("/");
}
