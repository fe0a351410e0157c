import { test as base, type Page } from "@playwright/test";
import { type RunningServer, startServer } from "./start-server";
import { type Story, tellStory } from "./tell-story";

export interface ServerOptions {
  databaseKind: "embedded" | "server";
}
interface WorkerFixtures extends ServerOptions {
  server: RunningServer;
  story: Story;
}
interface TestFixtures {
  /** What the browser complained of; a journey that ends with any has failed. */
  complaints: string[];
}

/** What a browser says of a page that is refused on purpose. */
const EXPECTED = [/status of (404|401|403)/];

export function collectComplaints(page: Page, into: string[]): void {
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (EXPECTED.some((pattern) => pattern.test(message.text()))) return;
    into.push(`${message.type()} on ${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => into.push(`uncaught on ${page.url()}: ${error.message}`));
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  databaseKind: ["embedded", { option: true, scope: "worker" }],
  server: [
    async ({ databaseKind }, use) => {
      const server = await startServer(databaseKind);
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  story: [
    async ({ server }, use) => {
      await use(await tellStory(server));
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.baseUrl);
  },
  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    collectComplaints(page, complaints);
    await use(complaints);
  },
});
