import type { Role } from "@/lib/contracts/principals";
import { createId } from "@/lib/platform/ids";
import { createAdminContext } from "@/lib/server/admin-context";
import { DEMO_PASSWORD, DEMO_TENANT } from "@/lib/server/demo-accounts";
import type { Runtime } from "@/lib/server/runtime";
import { createAgent } from "@/lib/services/agent/create-agent";
import { createTenant } from "@/lib/services/tenant/create-tenant";
import { createUser } from "@/lib/services/user/create-user";
import { findTenant } from "@/lib/store/principals/tenants";

interface DemoUser {
  email: string;
  external_id: string;
  display_name: string;
  roles: Role[];
  locale: "en" | "zh-CN";
  time_zone: string;
}

const USERS: readonly DemoUser[] = [
  {
    email: "user@demo.keepsake",
    external_id: "lin",
    display_name: "林晓",
    roles: ["user"],
    locale: "zh-CN",
    time_zone: "Asia/Shanghai",
  },
  {
    email: "op1@demo.keepsake",
    external_id: "op1",
    display_name: "Ada Brandt",
    roles: ["user", "reviewer", "privacy_officer"],
    locale: "en",
    time_zone: "Europe/Berlin",
  },
  {
    email: "op2@demo.keepsake",
    external_id: "op2",
    display_name: "Ben Okafor",
    roles: ["user", "reviewer", "privacy_officer"],
    locale: "en",
    time_zone: "Europe/London",
  },
  {
    email: "viewer@demo.keepsake",
    external_id: "viewer",
    display_name: "Vera Novak",
    roles: ["user", "viewer"],
    locale: "en",
    time_zone: "Europe/Prague",
  },
  {
    email: "admin@demo.keepsake",
    external_id: "admin",
    display_name: "Arun Patel",
    roles: ["user", "admin"],
    locale: "en",
    time_zone: "Asia/Kolkata",
  },
];

/**
 * Makes the demo tenant with its accounts and an agent, once. A start that was cut off half-way is taken up again where
 * it ended: what exists is left alone.
 */
export async function seedDemo(runtime: Runtime): Promise<void> {
  const ctx = createAdminContext(runtime, "demo", createId("req", runtime.clock.now()));
  const existing = await runtime.database.withoutTenant((tx) => findTenant(tx, DEMO_TENANT));
  // A tenant of that name which somebody made themselves is theirs.
  if (existing && !existing.isDemo) return;
  if (!existing) {
    const tenant = { slug: DEMO_TENANT, name: "Demo", time_zone: "Asia/Shanghai", is_demo: true };
    await createTenant({ ctx, input: tenant });
  }
  for (const user of USERS) {
    await unlessThere(() =>
      createUser({ ctx, input: { tenant: DEMO_TENANT, password: DEMO_PASSWORD, ...user } }),
    );
  }
  await unlessThere(() =>
    createAgent({
      ctx,
      input: { tenant: DEMO_TENANT, name: "Writing assistant", scopes: ["user:*", "project:*"] },
    }),
  );
}

async function unlessThere(create: () => Promise<unknown>): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "already_exists")) throw error;
  }
}
