import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient } from "@/lib/cli/import/api-client";
import { openImport } from "@/lib/cli/import/open-import";
import { readLocomo } from "@/lib/cli/import/read-locomo";
import { sendEvents } from "@/lib/cli/import/send-events";
import { openTestServer, TEST_ADMIN_KEY, type TestServer } from "@/lib/testing/open-test-server";

const conversation = {
  conversation: {
    session_1_date_time: "1:56 pm on 8 May, 2023",
    session_1: Array.from({ length: 7 }, (_, index) => ({
      speaker: index % 2 === 0 ? "Ana" : "Bo",
      dia_id: `D1:${index + 1}`,
      text: `Sentence number ${index + 1} about kites.`,
    })),
  },
};

let test: TestServer;
let http: Server;
let url: string;

beforeAll(async () => {
  test = await openTestServer();
  // A real socket: what is tested is what a command meets.
  http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const key = request.headers.authorization?.replace(/^Bearer /, "") ?? null;
      const idempotency = request.headers["idempotency-key"];
      const answer = await test.call(request.method ?? "GET", (request.url ?? "").replace("/api/v1", ""), {
        key,
        raw: Buffer.concat(chunks).toString("utf8"),
        headers: {
          "Content-Type": "application/json",
          ...(typeof idempotency === "string" && { "Idempotency-Key": idempotency }),
        },
      });
      response.writeHead(answer.status, { "Content-Type": "application/json" }).end(answer.text);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => http.close(resolve));
  await test.close();
});

const target = () => ({
  url,
  key: undefined,
  adminKey: TEST_ADMIN_KEY,
  tenant: "kites",
  agent: "Import",
  scopes: ["project:*"],
});
const events = readLocomo(conversation, { name: "kites", zone: "UTC" }).flatMap(({ turns }) =>
  turns.map(({ event }) => event),
);
const quiet = { size: 3, extract: "none", onProgress: () => {} } as const;

describe("an import over the public interface", () => {
  it("makes its agent once, picks up where it was cut off, and stores nothing twice", async () => {
    const first = await openImport(target());
    const part = await sendEvents(first.client, events.slice(0, 4), quiet);
    expect(part).toEqual({ sent: 4, duplicates: 0, outcomes: { committed: 4 }, notices: {} });

    const again = await openImport(target());
    expect(again.key).toBe(first.key);
    const seen: number[] = [];
    const whole = await sendEvents(again.client, events, {
      ...quiet,
      onProgress: ({ sent }) => seen.push(sent),
    });
    expect(whole).toEqual({ sent: 7, duplicates: 4, outcomes: { committed: 3 }, notices: {} });
    expect(seen).toEqual([3, 6, 7]);

    const list = await test.call("GET", "/memories?scope=project:kites&limit=50", { key: first.key });
    expect(list.body.total).toBe(7);
    expect(list.body.items[0]).toMatchObject({
      kind: "episodic",
      confirmation: "observed",
      provenance_type: "import",
    });
  });

  it("says what is missing instead of trying", async () => {
    await expect(openImport({ ...target(), adminKey: undefined })).rejects.toThrow("KEEPSAKE_ADMIN_KEY");
    const other = { ...target(), scopes: ["user:*"] };
    await expect(openImport(other)).rejects.toThrow('has an agent named "Import" already');
  });

  it("gives the server's own code and words when it refuses", async () => {
    const client = createApiClient(url, "ks_live_nobody");
    await expect(client.post("/events", { events })).rejects.toMatchObject({
      status: 401,
      code: "unauthorized",
    });
  });
});
