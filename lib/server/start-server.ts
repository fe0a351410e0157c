import { isBuildPhase } from "@/lib/platform/env";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMO_TENANT } from "@/lib/server/demo-accounts";
import { isFounded } from "@/lib/server/is-founded";
import { getRuntime, type Runtime } from "@/lib/server/runtime";
import { findTenant } from "@/lib/store/principals/tenants";

const STOP_WITHIN_MS = 20_000;

/**
 * Opens the runtime, fills in demo data where it is wanted, says on the terminal how to begin, and sees to a clean end.
 * @param seedDemo makes the demo tenant once
 */
export async function startServer(seedDemo: (runtime: Runtime) => Promise<void>): Promise<void> {
  if (isBuildPhase()) return;
  const runtime = await getRuntime();
  if (runtime.demo) await seedDemo(runtime);
  stopOnSignal(runtime);
  await printWelcome(runtime);
}

/**
 * Next answers its last requests and then ends the process; the database must be closed between the two. So the end of
 * the process waits for it, from the first signal on.
 */
function stopOnSignal(runtime: Runtime): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) return;
    stopping = true;
    const exit = process.exit.bind(process);
    const close = async (code?: number | string | null): Promise<void> => {
      await runtime
        .stop()
        .catch((error: unknown) => runtime.logger.error({ err: error }, "the database did not close"));
      exit(code);
    };
    process.exit = ((code) => void close(code)) as typeof process.exit;
    // A connection that never ends must not keep the database open.
    setTimeout(() => void close(0), STOP_WITHIN_MS).unref();
  };
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
}

function readAddress({ environment }: Runtime): string {
  return environment.KEEPSAKE_PUBLIC_URL ?? `http://localhost:${environment.PORT}`;
}

/** For the person at the terminal, not for the log: keys and passwords never go there. */
async function printWelcome(runtime: Runtime): Promise<void> {
  const address = readAddress(runtime);
  const lines = ["", `Keepsake serves on ${address}`];
  const tenant = runtime.demo
    ? await runtime.database.withoutTenant((tx) => findTenant(tx, DEMO_TENANT))
    : null;
  if (tenant) {
    lines.push("", `Demo accounts (password ${DEMO_PASSWORD}):`);
    for (const { email, role } of DEMO_ACCOUNTS)
      lines.push(`  ${email.padEnd(24)} ${role.replace("_", " ")}`);
  }
  if (!(await isFounded()))
    lines.push("", `For an organisation of your own: ${address}/welcome, with the admin key`);
  if (runtime.admin.generated) {
    lines.push(
      "",
      "Admin key of this installation. It is shown this once; only its hash is stored:",
      `  ${runtime.admin.generated}`,
    );
  }
  lines.push("", "A key for an agent:", ...keyRecipe(address, tenant !== null, runtime.admin.generated), "");
  process.stdout.write(`${lines.join("\n")}\n`);
}

function keyRecipe(address: string, demo: boolean, adminKey: string | null): string[] {
  const post = (path: string, body: string) =>
    `  curl -s -X POST ${address}/api/v1/admin/${path} -H "Authorization: Bearer $KEEPSAKE_ADMIN_KEY" -H 'Content-Type: application/json' -d '${body}'`;
  return [
    `  export KEEPSAKE_ADMIN_KEY=${adminKey ?? "<the admin key>"}`,
    ...(demo ? [] : [post("tenants", '{"slug":"acme","name":"Acme"}')]),
    post(
      "agents",
      `{"tenant":"${demo ? DEMO_TENANT : "acme"}","name":"my agent","scopes":["user:*","project:*"]}`,
    ),
    post("agents/<agent_id>/keys", "{}"),
  ];
}
