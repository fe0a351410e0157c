import { afterAll, beforeAll, expect, test } from "vitest";
import { holdsScope } from "@/lib/engine/model/principal";
import { createSettableClock } from "@/lib/platform/clock";
import { ROUTES } from "@/lib/server/route-table";
import { createHashEmbedder } from "@/lib/testing/hash-embedder";
import { likeness, makeProbe, type Probe, type Request, sampleProbes } from "@/lib/testing/isolation-probe";
import { type Asker, furnishIsolationWorld, ID, type IsolationWorld } from "@/lib/testing/isolation-world";
import { openTestServer, type Reply, type TestServer } from "@/lib/testing/open-test-server";

const PROBES = 10_000;
/** Answers at a time: on a server connections meet; the embedded database has one session anyway. */
const AT_ONCE = 4;
/** All that an agent's key can call. */
const routes = ROUTES.filter((route) => route.auth !== "admin" && route.auth !== "public");

const embedder = createHashEmbedder();
let server: TestServer;
let world: IsolationWorld;
beforeAll(async () => {
  // The clock stands: the same question has the same answer, to the last digit of a score.
  server = await openTestServer({ embedder, clock: createSettableClock(new Date("2026-11-02T08:00:00Z")) });
  world = await furnishIsolationWorld(server);
}, 300_000);
afterAll(() => server.close());

const send = ({ method, path, body }: Request, { key }: { key: string }): Promise<Reply> =>
  server.call(method, path, { key, ...(body === undefined ? {} : { body }) });

/** Marks and ids in an answer that belong to somebody else, and were not in the question. */
function listForeign(asker: Asker, request: Request, reply: Reply): string[] {
  const asked = `${request.path} ${JSON.stringify(request.body)}`;
  const seen = [...(reply.text.match(ID) ?? []), ...(reply.text.match(/mark\d{3}x/g) ?? [])];
  return [...new Set(seen)].filter((one) => {
    const owner = world.owners.get(one);
    if (owner === undefined || asked.includes(one)) return false;
    return owner.tenantId !== asker.tenantId || !holdsScope(asker.scopes, owner.scope);
  });
}

function listProbes(): Probe[] {
  const known = new Set<string>();
  const probes = sampleProbes(3 * PROBES, world, routes).flatMap((seed) => {
    const probe = makeProbe(seed, world, routes);
    const name = JSON.stringify([probe?.asker.key, probe?.foreign]);
    if (probe === null || known.has(name)) return [];
    known.add(name);
    return probe;
  });
  return probes.slice(0, PROBES);
}

test(`of ${PROBES} probes over every route none shows what is another's, and none tells it from what never was`, async () => {
  const before = await world.fingerprint();
  const probes = listProbes();
  expect(probes).toHaveLength(PROBES);
  // Without vectors: those of other words differ, and so would the scores of one's own.
  const { profile } = embedder;
  Object.assign(embedder, { profile: { ...profile, languages: [] } });
  const told = (reply: Reply) => `${reply.status} ${likeness(reply.text)}`;
  const answers = new Map<string, Promise<string>>();
  /** Null where nothing is named: the two would be one question, and what is one's own may move in between. */
  const toMissing = async ({ asker, foreign, missing }: Probe): Promise<string | null> => {
    if (JSON.stringify(foreign) === JSON.stringify(missing)) return null;
    const name = JSON.stringify([asker.key, missing]);
    const answer = answers.get(name) ?? send(missing, asker).then(told);
    answers.set(name, answer);
    return answer;
  };
  const reached = new Set<string>();
  const leaks: string[] = [];
  let next = 0;
  const work = async () => {
    for (let probe = probes[next++]; probe !== undefined && leaks.length < 5; probe = probes[next++]) {
      const { asker, foreign: request, missing, route, target } = probe;
      const reply = await send(request, asker);
      reached.add(`${route.method} ${route.path}`);
      const [here, there, foreign] = [
        told(reply),
        await toMissing(probe),
        listForeign(asker, request, reply),
      ];
      if (foreign.length === 0 && (there === null || here === there) && reply.status < 500) continue;
      const who = `${asker.scopes} of ${asker.tenantId}, after ${target.scope} of ${target.tenantId}`;
      leaks.push(
        [who, JSON.stringify(request), `foreign: ${foreign}`, here, JSON.stringify(missing), there].join(
          "\n",
        ),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work)).finally(() =>
    Object.assign(embedder, { profile }),
  );
  expect(leaks.join("\n\n")).toBe("");
  expect([...reached].toSorted()).toEqual(routes.map((route) => `${route.method} ${route.path}`).toSorted());
  expect(await world.fingerprint()).toBe(before);
}, 900_000);

test("each finds its own, by words and by meaning, and nothing but its own", async () => {
  for (const house of world.houses) {
    for (const intent of ["recover_decision", "recall_episode"]) {
      const request = {
        method: "POST",
        path: "/retrievals",
        body: { query: "the banner is teal", intent, k: 200 },
      };
      const found = await send(request, house);
      expect(found.text, house.scope).toContain(`teal ${house.mark}`);
      expect(found.body.snippets.some((one: { channels: { vector?: number } }) => one.channels.vector)).toBe(
        true,
      );
      expect(listForeign({ ...house, scopes: [house.scope], retrievalId: "" }, request, found)).toEqual([]);
    }
    const listed = await send({ method: "GET", path: "/memories?limit=200", body: undefined }, house);
    expect(listed.body.total, house.scope).toBeGreaterThanOrEqual(8);
  }
}, 300_000);
