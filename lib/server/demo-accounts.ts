import type { Role } from "@/lib/contracts/principals";
import { getRuntime } from "@/lib/server/runtime";
import { findTenant } from "@/lib/store/principals/tenants";

export const DEMO_TENANT = "demo";
export const DEMO_PASSWORD = "keepsake-demo";

export interface DemoAccount {
  email: string;
  /** Which wording the sign-in page uses for it. */
  labelKey: "user" | "operator1" | "operator2" | "viewer" | "admin";
  /** The role that decides what the account shows best. */
  role: Role;
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { email: "user@demo.keepsake", labelKey: "user", role: "user" },
  { email: "op1@demo.keepsake", labelKey: "operator1", role: "reviewer" },
  { email: "op2@demo.keepsake", labelKey: "operator2", role: "reviewer" },
  { email: "viewer@demo.keepsake", labelKey: "viewer", role: "viewer" },
  { email: "admin@demo.keepsake", labelKey: "admin", role: "admin" },
];

/** The accounts that the sign-in page offers; none when demo data is off or not there. */
export async function listDemoAccounts(): Promise<DemoAccount[]> {
  const runtime = await getRuntime();
  if (!runtime.demo) return [];
  const tenant = await runtime.database.withoutTenant((tx) => findTenant(tx, DEMO_TENANT));
  return tenant?.isDemo ? [...DEMO_ACCOUNTS] : [];
}
