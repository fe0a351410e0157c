import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));

// One suite, three projects: what is pure, what runs on the embedded database, what runs on a server.
// Files named .db.test.ts are the conformance suite and run in both database projects.
export default defineConfig({
  root,
  resolve: {
    alias: [
      { find: /^@\//, replacement: root },
      // The marker package throws outside Next's server graph; its own empty twin is what Next uses there.
      { find: "server-only", replacement: `${root}node_modules/server-only/empty.js` },
    ],
  },
  test: {
    root,
    // Two cores are the smallest machine we promise to test on.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["lib/**/*.test.ts", "components/**/*.test.ts", "app/**/*.test.ts"],
          exclude: ["**/*.db.test.ts", "**/*.pg.test.ts", "node_modules/**"],
          // Generous, because a slow machine is no failure; what hangs is still found.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "embedded",
          include: ["lib/**/*.db.test.ts"],
          env: { KEEPSAKE_TEST_DB: "embedded" },
          globalSetup: ["lib/testing/prepare-embedded.ts"],
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["lib/**/*.db.test.ts", "lib/**/*.pg.test.ts"],
          env: { KEEPSAKE_TEST_DB: "server" },
          globalSetup: ["lib/testing/prepare-server.ts"],
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
