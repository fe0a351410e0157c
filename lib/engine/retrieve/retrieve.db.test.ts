import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createReadPath, type ReadPath } from "@/lib/engine/read-path";
import { memories } from "@/lib/store/schema/memory";
import { subjectControls } from "@/lib/store/schema/tenancy";
import { createHashEmbedder, type TestEmbedder } from "@/lib/testing/hash-embedder";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/open-test-database";
import { createReadWorld, NOW, type ReadWorld, type SeedMemory } from "@/lib/testing/read-world";

let opened: TestDatabase;
let world: ReadWorld;
let embedder: TestEmbedder;
let path: ReadPath;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened?.close());
beforeEach(async () => {
  embedder = createHashEmbedder();
  world = await createReadWorld(opened.database, embedder);
  path = createReadPath(world.deps);
});

const day = (n: number) => new Date(NOW.getTime() + n * 86_400_000);
const iso = (n: number) => day(n).toISOString();

async function remember(seed: SeedMemory): Promise<string> {
  const { memoryId } = await world.seed(seed);
  await path.indexMemories(world.tenantId, [memoryId]);
  return memoryId;
}
const idsOf = (output: { snippets: { memory_id: string }[] }) => output.snippets.map((one) => one.memory_id);

describe("scopes", () => {
  const names = [
    "project:u1",
    "project:u10",
    "project:u_",
    "project:u%",
    "project:%",
    "project:u",
    "user:u1",
  ];

  it("never lets one scope's memories into another's, whatever its name looks like", async () => {
    const owner = new Map<string, string>();
    for (const scope of names)
      owner.set(await remember({ statement: "The banner is teal", scope, predicate: "banner" }), scope);
    for (const scope of names) {
      const call = world.call({ scopes: [scope] });
      const output = await path.retrieve(call, { query: "banner teal", k: 50 });
      expect(idsOf(output).map((id) => owner.get(id))).toEqual([scope]);
      const narrowed = await path.retrieve(world.call({ scopes: names }), {
        query: "banner teal",
        scopes: [scope],
        k: 50,
      });
      expect(idsOf(narrowed).map((id) => owner.get(id))).toEqual([scope]);
    }
  });

  it("searches a whole type for a type grant, and nothing of another type", async () => {
    const a = await remember({ statement: "The banner is teal", scope: "user:u1" });
    const b = await remember({ statement: "The banner is teal", scope: "user:u2" });
    await remember({ statement: "The banner is teal", scope: "project:A" });
    const output = await path.retrieve(world.call({ scopes: ["user:*"] }), { query: "banner" });
    expect(new Set(idsOf(output))).toEqual(new Set([a, b]));
  });

  it("refuses to narrow to a scope that the credential does not hold", async () => {
    await expect(
      path.retrieve(world.call({ scopes: ["project:A"] }), { query: "banner", scopes: ["project:B"] }),
    ).rejects.toMatchObject({
      code: "scope_not_allowed",
    });
  });

  it("shows nothing of another tenant", async () => {
    await remember({ statement: "The banner is teal" });
    const other = await createReadWorld(opened.database, embedder);
    expect(idsOf(await createReadPath(other.deps).retrieve(other.call(), { query: "banner teal" }))).toEqual(
      [],
    );
  });
});

describe("the golden example", () => {
  it("packs what is confirmed in the project, and neither the other project's nor the superseded rule", async () => {
    const m1 = await remember({
      statement: "Headers of A5 are red",
      predicate: "article_header",
      importance: 9,
      confirmation: "confirmed",
    });
    const m2 = await remember({
      statement: "A5 should perhaps be shorter",
      importance: 4,
      confirmation: "inferred",
      trust: 0.5,
    });
    const m3 = await remember({ statement: "Headers of A5 are blue", scope: "project:B", importance: 8 });
    const m4 = await remember({ statement: "Headers of A5 are green", status: "superseded", importance: 8 });
    const call = world.call({ scopes: ["project:A"] });
    expect(idsOf(await path.retrieve(call, { query: "rewrite A5" }))).toEqual([m1, m2]);
    const preference = await path.retrieve(call, { query: "rewrite A5", intent: "recover_preference" });
    expect(idsOf(preference)).toEqual([m1]);
    expect(preference.pack).toContain(`[${m1} | project:A | active | confirmed | `);
    for (const id of [m3, m4]) expect(preference.pack).not.toContain(id);
  });
});

describe("status and both clocks", () => {
  async function seedHistory() {
    const factId = await world.seed({
      statement: "The database is PostgreSQL",
      predicate: "database",
      status: "superseded",
      observedAt: day(-20),
      periods: [
        [`[${iso(-20)},)`, `[${iso(-20)},${iso(-5)})`],
        [`[${iso(-20)},${iso(-5)})`, `[${iso(-5)},)`],
      ],
    });
    const next = await world.seed({
      statement: "The database is MySQL",
      predicate: "database",
      factId: factId.factId,
      observedAt: day(-5),
    });
    await path.indexMemories(world.tenantId, [factId.memoryId, next.memoryId]);
    return { old: factId.memoryId, current: next.memoryId };
  }

  it("gives the current version only, and the old one marked when it is asked for", async () => {
    const { old, current } = await seedHistory();
    expect(idsOf(await path.retrieve(world.call(), { query: "which database" }))).toEqual([current]);
    const both = await path.retrieve(world.call(), { query: "which database", include_superseded: true });
    expect(new Map(both.snippets.map((one) => [one.memory_id, one.status]))).toEqual(
      new Map([
        [current, "active"],
        [old, "superseded"],
      ]),
    );
  });

  it("answers as of a valid time, and as known at a moment", async () => {
    const { old, current } = await seedHistory();
    expect(idsOf(await path.retrieve(world.call(), { query: "database", valid_at: iso(-10) }))).toEqual([
      old,
    ]);
    expect(idsOf(await path.retrieve(world.call(), { query: "database", valid_at: iso(-1) }))).toEqual([
      current,
    ]);
    const known = await path.retrieve(world.call(), {
      query: "database",
      valid_at: iso(-1),
      known_at: iso(-6),
    });
    expect(known.snippets.map((one) => [one.memory_id, one.status])).toEqual([[old, "active"]]);
    expect(
      idsOf(await path.retrieve(world.call(), { query: "database", valid_at: iso(-30), known_at: iso(-30) })),
    ).toEqual([]);
  });

  it("leaves out what is not true yet and what is no longer", async () => {
    await remember({ statement: "The office is in Berlin", periods: [[`[${iso(20)},)`, `[${iso(-1)},)`]] });
    await remember({
      statement: "The office is in Paris",
      periods: [[`[${iso(-30)},${iso(-2)})`, `[${iso(-30)},)`]],
    });
    expect(idsOf(await path.retrieve(world.call(), { query: "office" }))).toEqual([]);
    expect(
      (await path.retrieve(world.call(), { query: "office", valid_at: iso(25) })).snippets[0]?.text,
    ).toContain("Berlin");
  });

  it.each(["candidate", "pending_approval", "quarantined", "revoked", "deleted"] as const)(
    "never serves what is %s",
    async (status) => {
      const open: [string, string][] = [[`[${iso(-9)},)`, `[${iso(-9)},)`]];
      await remember({ statement: "The banner is teal", status, periods: status === "deleted" ? [] : open });
      for (const more of [{}, { include_superseded: true, include_archived: true }, { known_at: iso(-1) }]) {
        expect(idsOf(await path.retrieve(world.call(), { query: "banner teal", ...more }))).toEqual([]);
      }
    },
  );

  it("finds what was archived only when it is asked for", async () => {
    const id = await remember({ statement: "The banner is teal", status: "archived" });
    expect(idsOf(await path.retrieve(world.call(), { query: "banner" }))).toEqual([]);
    expect(idsOf(await path.retrieve(world.call(), { query: "banner", include_archived: true }))).toEqual([
      id,
    ]);
  });

  it("checks the truth again: an index that lags serves nothing", async () => {
    const { memoryId } = await world.seed({ statement: "The banner is teal" });
    await path.indexMemories(world.tenantId, [memoryId]);
    await opened.database.withTenant(world.tenantId, async (tx) => {
      await tx.update(memories).set({ status: "revoked" });
    });
    expect(idsOf(await path.retrieve(world.call(), { query: "banner teal" }))).toEqual([]);
  });

  it("sees a memory by its key before any index knows it", async () => {
    const { memoryId } = await world.seed({ statement: "Navy, please", predicate: "article_header" });
    expect(idsOf(await path.retrieve(world.call(), { query: "which article header?" }))).toEqual([memoryId]);
  });
});

describe("trust and risk", () => {
  it("lets through what the risk allows", async () => {
    const place = { predicate: "deadline" };
    const make = async (statement: string, more: Partial<SeedMemory>) =>
      [
        statement,
        await remember({ statement, ...place, factId: undefined, ...more, instance: statement }),
      ] as const;
    const ids = new Map([
      await make("deadline Monday", { confirmation: "confirmed", trust: 0.9 }),
      await make("deadline Tuesday", { confirmation: "observed", trust: 1, sourceType: "verified_db" }),
      await make("deadline Wednesday", { confirmation: "observed", trust: 0.8, sourceType: "internal_tool" }),
      await make("deadline Thursday", {
        confirmation: "inferred",
        trust: 0.4,
        sourceType: "agent_inference",
      }),
      await make("deadline Friday", { confirmation: "observed", trust: 0.3, sourceType: "external_content" }),
      await make("deadline Saturday", {
        confirmation: "observed",
        trust: 0.2,
        sourceType: "external_content",
      }),
    ]);
    const at = async (risk_level: "low" | "medium" | "high") => {
      const found = idsOf(await path.retrieve(world.call(), { query: "deadline", risk_level }));
      return [...ids].filter(([, id]) => found.includes(id)).map(([statement]) => statement.split(" ")[1]);
    };
    expect(await at("low")).toEqual(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]);
    expect(await at("medium")).toEqual(["Monday", "Tuesday", "Wednesday"]);
    expect(await at("high")).toEqual(["Monday", "Tuesday"]);
  });

  it("keeps purposes and high sensitivity apart", async () => {
    const bound = await remember({ statement: "The banner is teal", purpose: "support" });
    await remember({ statement: "The banner is secretly teal", sensitivity: "high" });
    expect(idsOf(await path.retrieve(world.call(), { query: "banner", purpose: "support" }))).toEqual([
      bound,
    ]);
    expect(idsOf(await path.retrieve(world.call(), { query: "banner", purpose: "marketing" }))).toEqual([]);
    expect(idsOf(await path.retrieve(world.call({ purposes: ["marketing"] }), { query: "banner" }))).toEqual(
      [],
    );
    await expect(
      path.retrieve(world.call({ purposes: ["marketing"] }), { query: "banner", purpose: "support" }),
    ).rejects.toMatchObject({
      code: "scope_not_allowed",
    });
  });
});

describe("words", () => {
  it("ranks by the rare word in English", async () => {
    const off = { trust: 0.9, importance: 5 };
    const right = await remember({ statement: "The deployment pipeline uses Terraform modules", ...off });
    for (const word of ["alpha", "beta", "gamma", "delta"])
      await remember({ statement: `The deployment pipeline of ${word}`, ...off });
    const found = idsOf(
      await path.retrieve(world.call(), { query: "What about deployments with terraform?" }),
    );
    expect(found[0]).toBe(right);
    expect(found).toHaveLength(5);
  });

  it("ranks Chinese, names that the segmenter splits included", async () => {
    const right = await remember({ statement: "欧阳震华喜欢深色模式" });
    await remember({ statement: "王小明喜欢浅色背景" });
    await remember({ statement: "周报每周五提交" });
    expect(idsOf(await path.retrieve(world.call(), { query: "震华喜欢什么模式？" }))[0]).toBe(right);
    const asked = await path.retrieve(world.call(), { query: "周报什么时候提交" });
    expect(asked.snippets[0]?.text).toBe("周报每周五提交");
  });

  it.each([
    `' OR 1=1 --`,
    `\\`,
    `'quoted' & !not | (or)`,
    `a:*b <-> c`,
    `emoji 🎉 \u200b zero`,
    `{"json": [1,"x"]}`,
    `%_%`,
  ])("takes %s as words", async (naughty) => {
    const id = await remember({ statement: `banner ${naughty}` });
    expect(
      idsOf(await path.retrieve(world.call(), { query: `banner ${naughty}`, entities: [naughty] })),
    ).toEqual([id]);
  });
});

describe("whether to read at all", () => {
  it.each([
    [{}, "nothing_asked"],
    [{ query: "thanks!" }, "small_talk"],
    [{ query: "好的，谢谢" }, "small_talk"],
  ])("does not for %j", async (input, code) => {
    await remember({ statement: "The banner is teal" });
    const output = await path.retrieve(world.call(), input);
    expect(output.triggered).toBe(false);
    expect(output.trigger_reason).toMatch(new RegExp(`^${code}: `));
    expect(output.snippets).toEqual([]);
  });

  it("lists what stands in a scope when only an intent is given", async () => {
    const id = await remember({ statement: "The banner is teal", scope: "user:u1" });
    const output = await path.retrieve(world.call(), { intent: "recover_preference", scopes: ["user:u1"] });
    expect(idsOf(output)).toEqual([id]);
  });

  it("reads nothing about a person who paused", async () => {
    const mine = await remember({ statement: "The banner is teal", scope: "user:u1" });
    const about = await remember({
      statement: "The banner is teal for u1",
      scope: "project:A",
      subject: "user:u1",
    });
    const free = await remember({ statement: "The banner is red", scope: "project:A" });
    await opened.database.withTenant(world.tenantId, (tx) =>
      tx
        .insert(subjectControls)
        .values({ tenantId: world.tenantId, subject: "user:u1", pausedAt: day(-1), updatedAt: day(-1) }),
    );
    const own = await path.retrieve(world.call(), { query: "banner", scopes: ["user:u1"] });
    expect([own.triggered, own.trigger_reason.split(":")[0], idsOf(own)]).toEqual([false, "paused", []]);
    const all = idsOf(await path.retrieve(world.call(), { query: "banner" }));
    expect(all).toEqual([free]);
    expect(all).not.toContain(mine);
    expect(all).not.toContain(about);
  });
});
