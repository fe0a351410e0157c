import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createId } from "@/lib/platform/ids";
import { openDatabase } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { openTestDatabase } from "@/lib/testing/open-test-database";

const TENANTS = 20;
const TRANSACTIONS = 2_000;

test("a pool of five connections never lets one tenant's transaction see another's, also after failures", async () => {
  const { urls, close } = await openTestDatabase();
  const database = await openDatabase({
    kind: "server",
    url: urls?.owner ?? "",
    ...(urls?.app && { appUrl: urls.app }),
    connections: 5,
  });
  try {
    const tenantIds = Array.from({ length: TENANTS }, () => createId("ten", new Date()));
    const kept = new Map(tenantIds.map((id) => [id, 0]));
    let bleeds = 0;
    let thrown = 0;
    const run = async (n: number): Promise<void> => {
      const tenantId = tenantIds[(n + Math.floor(n / TENANTS)) % TENANTS] ?? "";
      const fails = n % 10 === 3;
      const work = database.withTenant(tenantId, async (tx) => {
        await tx.execute(sql`insert into tombstones (tenant_id, digest, deletion_id, created_at)
          values (${tenantId}, ${`d${n}`}, ${tenantId}, now())`);
        if (fails && n % 20 === 3) throw new Error("half-way");
        const [seen] = await queryRows<{ foreign: number; setting: string; role: string }>(
          tx,
          sql`select (count(*) filter (where deletion_id <> ${tenantId}))::int as foreign,
            current_setting('app.tenant_id') as setting, current_user as role from tombstones`,
        );
        if (seen?.foreign !== 0 || seen.setting !== tenantId || seen.role !== "keepsake_app") bleeds += 1;
        if (fails) await tx.execute(sql`select 1 / (select 0)`);
      });
      await work.then(
        () => kept.set(tenantId, (kept.get(tenantId) ?? 0) + 1),
        () => {
          thrown += 1;
        },
      );
      // Between tenants: a borrowed connection must be nobody's.
      if (n % 5 === 0) {
        const rows = await database.withoutTenant((tx) =>
          queryRows(tx, sql`select 1 from tombstones limit 1`),
        );
        if (rows.length > 0) bleeds += 1;
      }
    };
    const lanes = Array.from({ length: 40 }, async (_, lane) => {
      for (let n = lane; n < TRANSACTIONS; n += 40) await run(n);
    });
    await Promise.all(lanes);
    expect(bleeds).toBe(0);
    expect(thrown).toBe(TRANSACTIONS / 10);
    for (const [tenantId, count] of kept) {
      const [row] = await database.withTenant(tenantId, (tx) =>
        queryRows<{ n: number }>(tx, sql`select count(*)::int as n from tombstones`),
      );
      expect(row?.n).toBe(count);
      expect(count).toBeGreaterThan(0);
    }
  } finally {
    await database.close();
    await close();
  }
});
