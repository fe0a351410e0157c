import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { openTestDatabase } from "@/lib/testing/open-test-database";

test("an owner who is no superuser may act as the restricted role over a single address", async () => {
  const { urls, close } = await openTestDatabase();
  try {
    const alone = await openDatabase({ kind: "server", url: urls?.owner ?? "" });
    const seen = await alone.withoutTenant((tx) =>
      queryRows<{ login: string; role: string }>(tx, sql`select session_user as login, current_user as role`),
    );
    await alone.close();
    expect(seen).toEqual([{ login: "keepsake_owner", role: "keepsake_app" }]);
  } finally {
    await close();
  }
});
