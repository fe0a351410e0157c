import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { EventInput } from "@/lib/contracts/events";
import type { Extraction } from "@/lib/contracts/extractions";
import { createEngine } from "@/lib/engine/create-engine";
import { createExtractionModel } from "@/lib/inference/extraction-model";
import { queryRows } from "@/lib/store/rows";
import { type ModelEndpoint, openModelEndpoint } from "@/lib/testing/model-endpoint";
import { agentCall, openTestEngine, type TestEngine } from "@/lib/testing/open-test-engine";

/** A text of which the rules find one thing. */
export const TEXT = "We talked for a while. I live in Lisbon. Nothing else happened.";

interface ReaderSettings {
  timeoutMs?: number;
  maxBytes?: number;
}

/** An engine whose events a model reads, over the real client and an endpoint of this process; a tenant for each test. */
export class ReadingWorld {
  opened!: TestEngine;
  endpoint!: ModelEndpoint;
  tenantId!: string;
  readonly warned: string[] = [];

  /** The engine over the real model client, with a short time-out; a fresh circuit for each. */
  engineWith(model = "reader", settings: ReaderSettings = {}) {
    const extractionModel = createExtractionModel({
      baseUrl: this.endpoint.url,
      apiKey: "key-of-the-endpoint",
      model,
      now: () => this.opened.clock.now(),
      timeoutMs: settings.timeoutMs ?? 2_000,
      maxBytes: settings.maxBytes ?? 200_000,
    });
    return createEngine(this.opened.database, {
      ...this.opened.ports,
      extractionModel,
      report: { warn: (fields, message) => this.warned.push(JSON.stringify({ fields, message })) },
    });
  }

  call(over = {}) {
    return agentCall(this.tenantId, ["user:*", "project:*"], over);
  }

  async record(engine: Reader, over: Partial<EventInput> = {}, who = this.call()) {
    const { results } = await engine.recordEvents(who, {
      events: [
        {
          type: "message",
          actor: "user",
          scope: "user:ada",
          subject: "user:ada",
          source: { type: "user_statement" },
          content: TEXT,
          ...over,
        },
      ],
    });
    const [result] = results;
    if (!result) throw new Error("no result");
    return result;
  }

  async stateOf(engine: Reader, eventId: string): Promise<Extraction> {
    const page = await engine.listExtractions(this.call(), { state: null, cursor: null, limit: 200 });
    const found = page.items.find((item) => item.event_id === eventId);
    if (!found) throw new Error("not listed");
    return found;
  }

  async memoriesOf(over: object = {}) {
    const page = await this.opened.engine.listMemories(this.call(), {
      scope: "user:ada",
      limit: 50,
      ...over,
    });
    return page.items;
  }

  async countRows(table: string): Promise<number> {
    const { tenantId } = this;
    const [row] = await this.opened.database.withTenant(tenantId, (tx) =>
      queryRows<{ n: number }>(
        tx,
        sql`select count(*)::int as n from ${sql.identifier(table)} where tenant_id = ${tenantId}`,
      ),
    );
    return row?.n ?? -1;
  }
}
type Reader = ReturnType<ReadingWorld["engineWith"]>;

/** Opens and closes it around the tests of the file that calls this. */
export function readingWorldOfFile(): ReadingWorld {
  const world = new ReadingWorld();
  beforeAll(async () => {
    world.opened = await openTestEngine();
    world.endpoint = await openModelEndpoint();
  });
  afterAll(async () => {
    await world.endpoint?.close();
    await world.opened?.close();
  });
  beforeEach(async () => {
    world.tenantId = await world.opened.createTenant();
    world.endpoint.requests.length = 0;
    world.warned.length = 0;
  });
  return world;
}
