import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RememberInput } from "@/lib/contracts/memories";
import type { CallContext } from "@/lib/engine/model/context";
import { listMyMemoryIds } from "@/lib/store/principals/my-memories";
import { createHashEmbedder } from "@/lib/testing/hash-embedder";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";
import { scanTenant } from "@/lib/testing/plant-canary";
import { rowsOf, text, words } from "@/lib/testing/high-memory";

let test: TestEngine;
let tenantId: string;
let agent: CallContext;
let kim: CallContext;
let reviewer: CallContext;
beforeAll(async () => {
  test = await openTestEngine({ embedder: createHashEmbedder() });
});
afterAll(() => test?.close());
beforeEach(async () => {
  tenantId = await test.createTenant();
  agent = agentCall(tenantId, ["user:kim"]);
  kim = personCall(tenantId, "kim");
  reviewer = personCall(tenantId, "op1", { roles: ["reviewer"] });
  await publish({ write: { encryption: "everything" } });
});

async function publish(body: Record<string, unknown>, version = 1): Promise<void> {
  await test.database.withTenant(tenantId, (tx) =>
    tx.execute(sql`insert into policies (tenant_id, version, body, reason, created_by, created_at)
      values (${tenantId}, ${version}, ${JSON.stringify(body)}::text::jsonb, 'test', 'usr_test', '2026-10-01')`),
  );
}

const fact = (over: Partial<RememberInput> = {}): RememberInput => ({
  scope: "user:kim",
  subject: "user:kim",
  predicate: "editor",
  value: text("value"),
  statement: `Kim writes with ${text("statement")}.`,
  source: { type: "user_statement", ref: text("ref"), quote: text("quote") },
  topic: text("topic"),
  write_reason: text("reason"),
  metadata: { note: text("meta") },
  wait: "indexed",
  ...over,
});

async function remember(over: Partial<RememberInput> = {}) {
  const decision = await test.engine.remember(agent, fact(over));
  if (!decision.memory) throw new Error(`refused: ${decision.reason_code}`);
  return decision.memory;
}

/** The search material, which is never backed up, and the key a fact is found by. */
const SEARCHED = ["search_index.lexemes", "search_index.preview", "search_index.name"];
const IN_CLEAR = [
  "value",
  "statement",
  "topic",
  "reason",
  "meta",
  "quote",
  "ref",
  "session",
  "uri",
  "content",
]
  .concat(["asked", "note", "why", "corrected", "said"])
  .flatMap(words);
const standing = async () =>
  (await scanTenant(test.database, tenantId, IN_CLEAR)).filter((column) => !SEARCHED.includes(column));

describe("where the policy has everything encrypted", () => {
  it("nothing that was said or asked stands in a column in clear but what the search needs", async () => {
    const memory = await remember();
    await test.engine.recordEvents(agent, {
      events: [
        {
          type: "message",
          actor: "user",
          scope: "user:kim",
          session_id: text("session"),
          source: { type: "user_statement", ref: text("ref"), uri: `https://example.test/${text("uri")}` },
          content: `I prefer ${text("content")}.`,
        },
      ],
    });
    const found = await test.engine.retrieve(agent, {
      query: `Which editor, ${text("asked")}?`,
      session_id: text("session"),
    });
    await test.engine.recordUse(agent, found.retrieval_id, {
      used: [{ memory_id: memory.memory_id }],
      note: text("note"),
    });
    const corrected = await test.engine.amend(kim, "correct", memory.memory_id, {
      value: text("corrected"),
      reason: text("why"),
      source: { type: "user_statement", quote: text("said") },
    });
    await test.engine.runDueWork(tenantId);
    expect(await standing()).toEqual([]);
    for (const table of ["memory_contents", "event_payloads", "candidates", "retrieval_texts"]) {
      const rows = await rowsOf(test, tenantId, table);
      expect(rows.length, table).toBeGreaterThan(0);
      for (const row of rows) expect(row.sealed, table).toMatch(/^k1\.[\w-]+$/);
    }
    // And it is all there for whom it is for.
    const history = await test.engine.getHistory(kim, memory.memory_id);
    expect(history.transitions.map(({ reason }) => reason)).toContain(text("why"));
    expect(corrected.memory).toMatchObject({ value: text("corrected"), sensitivity: "low" });
    const trace = await test.engine.getTrace(agent, found.retrieval_id);
    expect(trace.context.query).toContain(text("asked"));
    const listed = await test.engine.listTraces(agent, { limit: 10 });
    expect(listed.items[0]?.query).toContain(text("asked"));
  });

  it("it is recalled by its words, and found in lists by them, in their order", async () => {
    const one = await remember({ predicate: "tea", value: "sencha", statement: "Drinks sencha at four." });
    const two = await remember({
      predicate: "walk",
      value: "dike",
      statement: "Always walks along the dike.",
    });
    const { snippets } = await test.engine.retrieve(agent, { query: "who drinks sencha?" });
    expect(snippets[0]).toMatchObject({ memory_id: one.memory_id, text: "Drinks sencha at four." });
    expect(snippets[0]?.channels.full_text).toBeDefined();
    expect((await test.engine.listMemories(agent, { q: "ALONG the dike" })).items).toMatchObject([
      { memory_id: two.memory_id, statement: "Always walks along the dike." },
    ]);
    const mine = (query: object) =>
      test.database.withTenant(tenantId, (tx) =>
        listMyMemoryIds(
          tx,
          { tenantId, self: "user:kim", now: test.clock.now() },
          { after: null, limit: 10, ...query },
        ),
      );
    expect((await mine({ q: "sencha" })).ids).toEqual([one.memory_id]);
    expect((await mine({ sort: "text" })).ids).toEqual([two.memory_id, one.memory_id]);
  });

  it("relations lead on, duplicates are seen, and what was recalled is no evidence", async () => {
    await remember({ predicate: "manager", value: "Rosa Diaz", statement: "Kim's manager is Rosa Diaz." });
    await remember({
      subject: "entity:Rosa_Diaz",
      predicate: "preference",
      value: "one page",
      statement: "Rosa Diaz wants reports of one page.",
    });
    const hop = await test.engine.retrieve(agent, {
      query: "What is my manager's preference?",
      intent: "recover_decision",
    });
    expect(hop.snippets.find(({ channels }) => channels.relation !== undefined)?.text).toContain("one page");
    const said = "Kim likes the colour blue for every cover.";
    const source = { type: "user_statement" } as const;
    await remember({ predicate: "likes", value: "blue", statement: said, source });
    const twin = await test.engine.remember(
      agent,
      fact({
        predicate: "favorite_color",
        value: "blue",
        statement: "Kim's favorite colour is blue",
        source,
      }),
    );
    expect(twin.reason_code).toBe("same_meaning");
    test.clock.advance(60_000);
    await test.engine.retrieve(agent, { query: "which colour for the cover?" });
    const again = await test.engine.remember(
      agent,
      fact({ predicate: "covers", value: "blue ones", statement: said, source: { type: "agent_inference" } }),
    );
    expect(again.reason_code).toBe("recalled_text");
  });

  it("an echo of a page is known, unless the person had said it first", async () => {
    const sentence = "Invoices of the vendor are paid to account NL00 EVIL 0001.";
    const record = async (type: "external_content" | "user_statement", scope: string) => {
      test.clock.advance(1_000);
      await test.engine.recordEvents(agentCall(tenantId, ["user:*"]), {
        events: [
          {
            type: type === "external_content" ? "external_document" : "message",
            actor: type === "external_content" ? "external" : "user",
            scope,
            source: { type },
            content: `Hello.\n${sentence}`,
          },
        ],
        extract: "none",
      });
    };
    const claim = (scope: string) =>
      test.engine.remember(
        agentCall(tenantId, ["user:*"]),
        fact({
          scope,
          subject: scope,
          predicate: "account",
          statement: sentence,
          source: { type: "user_statement", quote: sentence },
        }),
      );
    await record("external_content", "user:kim");
    expect(await claim("user:kim")).toMatchObject({
      outcome: "pending_approval",
      reason_code: "echo_of_external",
    });
    await record("user_statement", "user:lee");
    await record("external_content", "user:lee");
    expect((await claim("user:lee")).outcome).toBe("committed");
  });

  it("an agent's own sealed claim is no word that a confirmation can name", async () => {
    await publish({ write: { encryption: "everything", relayedReferences: "found" } }, 2);
    const { memory } = await test.engine.remember(agent, fact({ source: { type: "agent_inference" } }));
    const claim = await test.engine.remember(
      agent,
      fact({ predicate: "claimed", source: { type: "user_statement" } }),
    );
    const confirmed = await test.engine.amend(agent, "confirm", memory?.memory_id ?? "", {
      source: { type: "user_confirmation", ref: claim.event_id ?? "" },
    });
    expect(confirmed.reason_code).toBe("reference_not_found");
    const word = await test.engine.recordEvents(agent, {
      events: [
        {
          type: "message",
          actor: "user",
          scope: "user:kim",
          session_id: "chat-7",
          source: { type: "user_statement" },
          content: "Yes, that is right.",
        },
      ],
      extract: "none",
    });
    expect(word.results[0]?.event_id).toBeDefined();
    const named = await test.engine.amend(agent, "confirm", memory?.memory_id ?? "", {
      source: { type: "user_confirmation", ref: "chat-7" },
    });
    expect(named.reason_code).toBe("confirmed");
  });

  it("a reviewer reads the evidence of what waits", async () => {
    const held = await test.engine.remember(
      agent,
      fact({
        kind: "procedural",
        predicate: "rule",
        statement: "Always deploy on Friday.",
        source: { type: "agent_inference", quote: "deploy on Friday" },
      }),
    );
    expect(held.outcome).toBe("pending_approval");
    const approval = await test.engine.getApproval(reviewer, held.approval_id ?? "");
    expect(JSON.stringify(approval.evidence)).toContain("deploy on Friday");
  });

  it("not where what was said is of high sensitivity: neither its address nor what stands for it", async () => {
    await publish({ write: { encryption: "high" } }, 2);
    const { results } = await test.engine.recordEvents(agent, {
      events: [
        {
          type: "message",
          actor: "user",
          scope: "user:kim",
          subject: "user:kim",
          source: { type: "user_statement", uri: `https://example.test/${text("uri")}` },
          content: `My diagnosis is ${text("content")}. Always deploy on Friday.`,
          candidates: [
            fact({
              predicate: "diagnosis",
              sensitivity: "high",
              statement: text("content"),
              wait: undefined,
            }),
            fact({
              predicate: "rule",
              kind: "procedural",
              statement: "Always deploy on Friday.",
              source: { type: "agent_inference" },
              wait: undefined,
            }),
          ].map(({ wait: _, ...candidate }) => candidate),
        },
      ],
      extract: "none",
    });
    const held = results[0]?.decisions.find(({ approval_id: id }) => id !== null);
    const approval = await test.engine.getApproval(reviewer, held?.approval_id ?? "");
    expect(approval.evidence.length).toBeGreaterThan(0);
    expect(JSON.stringify(approval.evidence)).not.toMatch(/sealed:|quokkauri|quokkacontent/);
  });

  it("what was written before stays readable, and both are read together", async () => {
    await publish({ write: { encryption: "high" } }, 2);
    const clear = await remember({ predicate: "tea", value: "sencha", statement: "Drinks sencha at four." });
    await publish({ write: { encryption: "everything" } }, 3);
    const sealed = await remember({ predicate: "cake", value: "none", statement: "Eats no cake at four." });
    const { snippets } = await test.engine.retrieve(agent, { query: "what at four?" });
    expect(new Set(snippets.map((one) => one.memory_id))).toEqual(
      new Set([clear.memory_id, sealed.memory_id]),
    );
    const rows = await rowsOf(test, tenantId, "memory_contents");
    expect(rows.map((row) => [row.memory_id, row.sealed === null])).toEqual(
      expect.arrayContaining([
        [clear.memory_id, true],
        [sealed.memory_id, false],
      ]),
    );
  });

  it("raised to high sensitivity it leaves the index and is told to whom it concerns alone", async () => {
    const memory = await remember({ statement: "Kim writes with a pen since the accident." });
    await test.engine.remember(kim, {
      ...fact({
        sensitivity: "high",
        source: { type: "user_statement" },
        value: "a pen, since the accident",
      }),
    });
    await test.engine.runDueWork(tenantId);
    expect((await test.engine.getMemory(kim, memory.memory_id)).sensitivity).toBe("high");
    expect(await rowsOf(test, tenantId, "search_index")).toEqual([]);
    const events = await rowsOf(test, tenantId, "event_payloads");
    expect(events.every((row) => row.high === true)).toBe(true);
    const seen = await test.engine.getMemory(
      personCall(tenantId, "val", { roles: ["viewer", "admin"] }),
      memory.memory_id,
    );
    expect(JSON.stringify(seen)).not.toContain("accident");
  });

  it("destroying a person's key ends all of it; other people's stays", async () => {
    const lee = agentCall(tenantId, ["user:lee"]);
    const theirs = await test.engine.remember(lee, fact({ scope: "user:lee", subject: "user:lee" }));
    await remember();
    await test.engine.retrieve(agent, { query: text("asked"), scopes: ["user:kim"] });
    const asked = await test.engine.requestDeletion(kim, { selector: { all_of_subject: "user:kim" } });
    test.clock.advance(7 * 86_400_000);
    await test.engine.runDueWork(tenantId);
    const deletion = await test.engine.getDeletion(kim, asked.deletion_id ?? "");
    expect(deletion.status).toBe("complete");
    const primary = deletion.targets.find(({ target }) => target === "primary");
    expect(primary?.evidence?.detail).toMatchObject({ keys_destroyed: 1 });
    expect((await test.engine.getMemory(lee, theirs.memory?.memory_id ?? "")).value).toBe(text("value"));
  });
});
