import { defineConfig } from "@playwright/test";
import type { ServerOptions } from "./fixtures";

const onServer = Boolean(process.env.KEEPSAKE_TEST_DATABASE_URL);

/**
 * One build (`next build`, made before), a server for each worker with its own port and database. The journeys through
 * the life of a memory run on both databases; what looks at pages alone runs on one.
 */
export default defineConfig<object, ServerOptions>({
  testDir: ".",
  outputDir: "../test-results",
  workers: 2,
  // A slow machine is no failure; what hangs is still found.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  forbidOnly: true,
  use: {
    trace: "retain-on-failure",
    actionTimeout: 30_000,
    navigationTimeout: 90_000,
    launchOptions: {
      executablePath: process.env.KEEPSAKE_CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "embedded", use: { databaseKind: "embedded" } },
    ...(onServer
      ? [{ name: "server", testMatch: "remember-*.spec.ts", use: { databaseKind: "server" as const } }]
      : []),
  ],
});
