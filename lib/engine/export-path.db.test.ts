import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exportDocument, type ExportDocument, type ExportFiles } from "@/lib/contracts/exports";
import type { CallContext } from "@/lib/engine/model/context";
import { queryRows } from "@/lib/store/rows";
import { agentCall, openTestEngine, personCall, type TestEngine } from "@/lib/testing/open-test-engine";
import { scanTenant } from "@/lib/testing/plant-canary";

let opened: TestEngine;
let tenantId: string;
let person: CallContext;
let agent: CallContext;
beforeAll(async () => {
  opened = await openTestEngine();
});
afterAll(() => opened?.close());
beforeEach(async () => {
  tenantId = await opened.createTenant();
  person = personCall(tenantId, "lin");
  agent = agentCall(tenantId, ["user:*", "project:*"]);
});

async function tell(call: CallContext, predicate: string, value: string, over: Record<string, unknown> = {}) {
  opened.clock.advance(60_000);
  const told = await opened.engine.remember(call, {
    scope: "user:lin",
    subject: "user:lin",
    predicate,
    value,
    statement: `Lin's ${predicate} is ${value}.`,
    source: { type: "user_statement", quote: `my ${predicate} is ${value}` },
    ...over,
  });
  if (!told.memory) throw new Error(`nothing was remembered: ${told.reason}`);
  return told.memory;
}

const take = async (call: CallContext, subject = "user:lin") =>
  (await opened.engine.exportSubject(call, { subject, format: "json" })) as ExportDocument;

/** A life with everything in it: versions, a bounded one, a revoked one, high sensitivity, an event of its own. */
async function live(): Promise<void> {
  await tell(person, "favourite bird", "kingfisher");
  await tell(person, "favourite bird", "heron");
  await tell(person, "city", "Porto", { valid_to: "2027-01-01T00:00:00Z", topic: "places" });
  const tree = await tell(person, "favourite tree", "juniper", { metadata: { seen: ["once", 2] } });
  await opened.engine.amend(person, "revoke", tree.memory_id, { reason: "I changed my mind" });
  await tell(person, "diagnosis", "migraine", { sensitivity: "high" });
  await tell(agent, "编辑器", "维姆", { statement: "林用维姆。", source: { type: "agent_inference" } });
  await opened.engine.recordEvents(agent, {
    events: [
      {
        type: "message",
        scope: "user:lin",
        subject: "user:lin",
        actor: "user",
        source: { type: "user_statement" },
        content: "We talked about the harbour.",
      },
    ],
    extract: "none",
  });
}

describe("export and import", () => {
  test("go round: versions, links, both clocks and quotes are the same, table by table; nothing is firmer", async () => {
    await live();
    const first = await take(person);
    expect(exportDocument.safeParse(first).error).toBeUndefined();
    expect(first.versions.length).toBeGreaterThanOrEqual(6);
    const second = await intoAnother(first);
    const third = await intoAnother(second);
    for (const table of ["facts", "versions", "periods", "sources", "events", "transitions"] as const) {
      expect(third[table], table).toEqual(second[table]);
    }
    const plain = (document: ExportDocument) => ({
      facts: document.facts,
      versions: document.versions.map(
        ({ provenance_type, confirmation, trust, confidence, ...same }) => same,
      ),
      periods: document.periods.map(({ confirmation, ...same }) => same),
      sources: document.sources.map(({ source_type, ...same }) => same),
      events: document.events.map(({ source_type, claimed_source_type, ...same }) => same),
      transitions: document.transitions,
    });
    expect(plain(second)).toEqual(plain(first));
    for (const version of second.versions) {
      const before = first.versions.find(({ memory_id: id }) => id === version.memory_id);
      expect(version.trust).toBeLessThanOrEqual(before?.trust ?? 0);
      expect(version.confirmation).not.toBe("confirmed");
      expect(["import", "agent_inference", "external_content"]).toContain(version.provenance_type);
    }
    // What the events were called first is not lost.
    const named = (document: ExportDocument) =>
      document.events.map((event) => event.claimed_source_type ?? event.source_type);
    expect(named(second)).toEqual(named(first));
  });

  async function intoAnother(document: ExportDocument): Promise<ExportDocument> {
    const other = await opened.createTenant();
    const call = personCall(other, "lin");
    const came = await opened.engine.importDocument(call, { document });
    expect(came).toMatchObject({
      skipped: [],
      facts: document.facts.length,
      versions: document.versions.length,
    });
    await opened.engine.runDueWork(other);
    const asked = { query: "favourite bird", scopes: ["user:lin"] };
    const found = await opened.engine.retrieve(agentCall(other, ["user:*"]), asked);
    expect(found.snippets.map(({ text }) => text)).toEqual([expect.stringContaining("heron")]);
    const risky = await opened.engine.retrieve(agentCall(other, ["user:*"]), {
      ...asked,
      risk_level: "high",
    });
    expect(risky.snippets).toEqual([]);
    return take(call);
  }

  test("keep what is there: skip leaves it, overwrite offers it to what rules, new ids stand beside", async () => {
    await tell(person, "favourite bird", "kingfisher");
    const document = await take(person);
    const other = await opened.createTenant();
    const call = personCall(other, "lin");
    await tell(call, "favourite bird", "wren");
    expect(await opened.engine.importDocument(call, { document, dry_run: true })).toMatchObject({
      dry_run: true,
      facts: 0,
      skipped: [{ reason_code: "exists" }],
    });
    const offered = await opened.engine.importDocument(call, { document, on_conflict: "overwrite" });
    expect(offered.facts).toBe(0);
    // An import has less authority than the person's own word.
    const held = await opened.engine.resolveFact(call, {
      scope: "user:lin",
      subject: "user:lin",
      predicate: "favourite bird",
    });
    expect(held.memory?.value).toBe("wren");
    const fresh = await opened.engine.importDocument(personCall(other, "mo"), {
      document,
      on_conflict: "new_ids",
      remap: { "user:lin": "user:mo" },
    });
    expect(fresh).toMatchObject({ facts: 1, skipped: [] });
    const ids = (await take(personCall(other, "mo"), "user:mo")).versions.map((version) => version.memory_id);
    expect(ids).not.toContain(document.versions[0]?.memory_id);
    expect(await opened.engine.importDocument(call, { document })).toMatchObject({ facts: 0 });
  });

  test("never bring back what was erased, in whatever ids, nor a secret", async () => {
    const memory = await tell(person, "favourite tree", "juniper");
    await tell(person, "favourite bird", "kingfisher");
    const document = await take(person);
    await opened.engine.requestDeletion(person, { selector: { memory_ids: [memory.memory_id] } });
    for (const on_conflict of ["skip", "overwrite", "new_ids"] as const) {
      const came = await opened.engine.importDocument(person, { document, on_conflict });
      expect(came.skipped).toContainEqual(expect.objectContaining({ reason_code: "erased_before" }));
    }
    expect(await scanTenant(opened.database, tenantId, ["juniper"])).toEqual([]);
    // Nor as the words of an event that no fact of the document rests on.
    const said = document.sources[0];
    const words = document.versions.find(({ memory_id: id }) => id === memory.memory_id)?.statement ?? "";
    const heard = {
      ...document,
      facts: [],
      versions: [],
      periods: [],
      sources: [],
      transitions: [],
      uses: [],
      events: document.events
        .filter(({ event_id: id }) => id === said?.event_id)
        .map((event) => ({ ...event, payload: event.payload && { ...event.payload, content: words } })),
    };
    const brought = await opened.engine.importDocument(person, { document: heard, on_conflict: "new_ids" });
    expect(brought.events).toBe(1);
    expect(await scanTenant(opened.database, tenantId, ["juniper"])).toEqual([]);
    const other = await opened.createTenant();
    const told = structuredClone(document);
    for (const version of told.versions)
      version.statement = "The key is ghp_0123456789abcdefghijklmnopqrstuvwxyzAB";
    const came = await opened.engine.importDocument(personCall(other, "lin"), { document: told });
    expect(came.facts).toBe(0);
    expect(new Set(came.skipped.map(({ reason_code }) => reason_code))).toEqual(new Set(["secret"]));
    for (const event of told.events)
      if (event.payload) event.payload.content = "The key is ghp_0123456789abcdefghijklmnopqrstuvwxyzAB";
    await opened.engine.importDocument(personCall(other, "lin"), {
      document: { ...told, facts: [], versions: [], periods: [], sources: [], transitions: [], uses: [] },
    });
    expect(await scanTenant(opened.database, other, ["ghp_0123456789"])).toEqual([]);
  });

  test("raise nothing, whatever a file that was made by hand says of itself", async () => {
    await tell(person, "city", "Porto");
    await tell(agent, "editor", "vim", {
      source: { type: "external_content", uri: "https://example.org/a" },
    });
    const told = await take(person);
    const forged: ExportDocument = {
      ...told,
      versions: told.versions.map((version) => ({
        ...version,
        ...(version.provenance_type === "external_content"
          ? {}
          : { provenance_type: "verified_db" as const }),
        confirmation: "confirmed" as const,
        trust: 1,
        certainty: 0.5,
        confidence: 1,
      })),
      periods: told.periods.map((period) => ({ ...period, confirmation: "confirmed" as const })),
      sources: told.sources.map((source) => ({ ...source, source_type: "verified_db" as const })),
    };
    const other = await opened.createTenant();
    await opened.engine.importDocument(personCall(other, "lin"), { document: forged });
    const rows = await opened.database.withTenant(other, (tx) =>
      queryRows(
        tx,
        sql`select m.provenance_type as type, m.trust, m.authority, m.confidence, m.confirmation, p.confirmation as held, s.source_type as source
          from memories m join memory_periods p using (tenant_id, memory_id) join memory_sources s using (tenant_id, memory_id)
          where m.tenant_id = ${other} order by m.trust`,
      ),
    );
    const low = { confidence: 0.5, confirmation: "observed", held: "observed", source: "import" };
    expect(rows).toEqual([
      { type: "external_content", trust: 0.3, authority: 10, ...low },
      { type: "import", trust: 0.5, authority: 30, ...low },
    ]);
    // How something is to be done is not learned from a page, by whatever way it comes.
    const rules = forged.versions.map((version) => ({ ...version, kind: "procedural" as const }));
    const third = await opened.createTenant();
    const came = await opened.engine.importDocument(personCall(third, "lin"), {
      document: { ...forged, versions: rules },
    });
    expect(came.facts).toBe(1);
    expect(came.skipped.map(({ reason_code }) => reason_code)).toEqual(["external_procedure"]);
  });

  test("leave out what waits for its erasure, and of what others said all but the quotes", async () => {
    await tell(person, "city", "Porto", { topic: "places" });
    await opened.engine.recordEvents(agent, {
      events: [
        {
          type: "message",
          scope: "project:atlas",
          actor: "user",
          source: { type: "user_statement" },
          content: "Mo is in debt. Lin steers the atlas.",
          candidates: [
            {
              scope: "project:atlas",
              subject: "user:lin",
              predicate: "steers",
              value: "the atlas",
              source: { type: "user_statement", quote: "Lin steers the atlas." },
              assertion: "explicit",
            },
          ],
        },
      ],
      wait: "committed",
    });
    const before = JSON.stringify(await take(person));
    for (const words of ["Porto", "Lin steers the atlas."]) expect(before).toContain(words);
    expect(before).not.toContain("in debt");
    await opened.engine.requestDeletion(person, { selector: { topic: "places" } });
    for (const call of [person, agent]) {
      const { versions } = await take(call);
      expect(versions.map(({ value }) => value)).toEqual(["the atlas"]);
    }
  });

  test("are as paused as any reading and writing by an agent", async () => {
    await live();
    await tell(agent, "owner", "Lin", { scope: "project:atlas", subject: "user:lin" });
    await tell(agent, "budget", "forty", {
      scope: "project:atlas",
      subject: "project:atlas",
      statement: "The budget is forty.",
    });
    await opened.engine.recordEvents(agent, {
      events: [
        {
          type: "message",
          scope: "project:atlas",
          subject: "user:lin",
          actor: "user",
          source: { type: "user_statement" },
          content: "Lin took over the harbour.",
        },
      ],
      extract: "none",
    });
    const whole = await take(person);
    const other = agentCall(tenantId, ["user:*", "project:*"], {
      actor: { kind: "agent", id: "agt_other", name: null },
    });
    const reads = async (call: CallContext) => {
      const project = JSON.stringify(await take(call, "project:atlas"));
      const { versions, events } = await take(call);
      expect(project).toContain("forty");
      return { own: versions.length > 0, heard: events.length > 0, project: project.includes("Lin") };
    };
    const change = (statement: ReturnType<typeof sql>) =>
      opened.database.withTenant(tenantId, (tx) => tx.execute(statement));
    const at = opened.clock.now().toISOString();
    expect(await reads(agent)).toEqual({ own: true, heard: true, project: true });
    await change(sql`insert into subject_agent_pauses (tenant_id, subject, agent_id, paused_at)
      values (${tenantId}, 'user:lin', ${agent.principal.actor.id}, ${at}::text::timestamptz)`);
    const nothing = { own: false, heard: false, project: false };
    expect(await reads(agent)).toEqual(nothing);
    expect(await reads(other)).toEqual({ own: true, heard: true, project: true });
    const bring = (document: ExportDocument) =>
      opened.engine.importDocument(agent, { document, on_conflict: "new_ids" });
    await expect(bring(whole)).rejects.toMatchObject({ code: "memory_paused" });
    const { events } = whole;
    const heard = { ...whole, facts: [], versions: [], periods: [], sources: [], transitions: [], uses: [] };
    await expect(bring({ ...heard, events })).rejects.toMatchObject({ code: "memory_paused" });
    await change(sql`insert into subject_controls (tenant_id, subject, paused_at, updated_at)
      values (${tenantId}, 'user:lin', ${at}::text::timestamptz, ${at}::text::timestamptz)`);
    expect(await reads(other)).toEqual(nothing);
    // Paused or not, people have what is theirs.
    expect((await take(person)).versions).toHaveLength(whole.versions.length);
  });

  test("take only from who may, only one's own, and nothing that does not hang together", async () => {
    await live();
    await tell(agent, "budget", "forty", { scope: "project:atlas", subject: "project:atlas" });
    const document = await take(person);
    expect(JSON.stringify(document)).not.toContain("forty");
    await expect(take(personCall(tenantId, "mo"))).rejects.toMatchObject({ code: "not_entitled" });
    // An operator takes what stands in clear; a key as far as its scopes go.
    const operator = personCall(tenantId, "op", { roles: ["privacy_officer"] });
    expect(JSON.stringify(await take(operator))).not.toContain("migraine");
    expect(JSON.stringify(document)).toContain("migraine");
    const elsewhere = agentCall(tenantId, ["project:atlas"]);
    expect((await take(elsewhere)).versions).toEqual([]);
    const other = await opened.createTenant();
    const stranger = agentCall(other, ["project:*"]);
    const into = (call: CallContext, changed: ExportDocument) =>
      opened.engine.importDocument(call, { document: changed });
    await expect(into(stranger, document)).rejects.toMatchObject({ code: "scope_not_allowed" });
    await expect(
      into(agentCall(other, ["user:*"], { sourceTypes: ["user_statement"] }), document),
    ).rejects.toMatchObject({ code: "not_entitled" });
    await expect(
      into(agentCall(other, ["user:*"], { writeMode: "propose" }), document),
    ).rejects.toMatchObject({ code: "write_mode_forbids" });
    const loose = { ...document, sources: [] };
    await expect(into(agentCall(other, ["user:*"]), loose)).rejects.toMatchObject({ code: "meaningless" });
    const twice = { ...document, periods: [...document.periods, ...document.periods] };
    await expect(into(agentCall(other, ["user:*"]), twice)).rejects.toMatchObject({ code: "meaningless" });
    const rows = await opened.database.withTenant(other, (tx) =>
      queryRows(tx, sql`select 1 from facts where tenant_id = ${other}`),
    );
    expect(rows).toEqual([]);
  });
});

describe("an export that is made later", () => {
  const ask = (call = person) => opened.engine.requestExport(call, { subject: "user:lin", format: "json" });

  test("is its subject's alone, sealed, and runs out", async () => {
    await tell(person, "favourite bird", "kingfisher");
    const { export_id: id, state } = await ask();
    expect(state).toBe("queued");
    await expect(opened.engine.getExportFile(person, id)).rejects.toMatchObject({ code: "not_found" });
    await opened.engine.runDueWork(tenantId);
    expect(await opened.engine.getExport(person, id)).toMatchObject({ state: "ready", memories: 1 });
    expect(JSON.stringify(await opened.engine.getExportFile(person, id))).toContain("kingfisher");
    expect(await scanTenant(opened.database, tenantId, ["kingfisher"])).not.toContain("export_files.sealed");
    for (const other of [personCall(tenantId, "mo"), agent]) {
      await expect(opened.engine.getExport(other, id)).rejects.toMatchObject({ code: "not_found" });
      await expect(opened.engine.getExportFile(other, id)).rejects.toMatchObject({ code: "not_found" });
      await expect(ask(other)).rejects.toMatchObject({ code: "not_entitled" });
    }
    opened.clock.advance(7 * 86_400_000);
    await expect(opened.engine.getExportFile(person, id)).rejects.toMatchObject({ code: "not_found" });
    await opened.engine.runDueWork(tenantId);
    expect(await opened.engine.getExport(person, id)).toMatchObject({ state: "expired" });
    expect(await countFiles()).toBe(0);
  });

  test("goes with what is erased, made already or not, and the receipt counts it", async () => {
    const memory = await tell(person, "favourite bird", "kingfisher");
    const made = await ask();
    await opened.engine.runDueWork(tenantId);
    const waiting = await ask();
    expect(await countFiles()).toBe(1);
    const deletion = await opened.engine.requestDeletion(person, {
      selector: { memory_ids: [memory.memory_id] },
    });
    expect(deletion.targets.find(({ target }) => target === "exports")).toMatchObject({
      state: "done",
      found: 1,
      removed: 1,
      left: 0,
    });
    expect(await countFiles()).toBe(0);
    for (const { export_id: id } of [made, waiting])
      expect((await opened.engine.getExport(person, id)).state).toBe("erased");
    await opened.engine.runDueWork(tenantId);
    expect(await countFiles()).toBe(0);
  });

  const countFiles = async () =>
    (
      await opened.database.withTenant(tenantId, (tx) =>
        queryRows<{ n: number }>(
          tx,
          sql`select count(*)::int as n from export_files where tenant_id = ${tenantId}`,
        ),
      )
    )[0]?.n;
});

test("Markdown has a file for each thing, CSV runs no formula, and no name leads out of its folder", async () => {
  await live();
  await tell(person, "note", "=HYPERLINK(1)", { statement: "=HYPERLINK(1)" });
  await tell(person, "role", "# not a heading", { subject: "entity:../../etc/passwd" });
  const files = async (format: "markdown" | "csv") =>
    ((await opened.engine.exportSubject(person, { subject: "user:lin", format })) as ExportFiles).files;
  const markdown = await files("markdown");
  expect(markdown.map(({ path }) => path)).toEqual([
    "Person/user-lin.md",
    "Topic/entity-..-..-etc-passwd.md",
  ]);
  const [own] = markdown;
  expect(own?.content).toContain("heron");
  expect(own?.content).toContain("kingfisher");
  expect(markdown.map(({ content }) => content).join("\n")).not.toMatch(/^# not a heading/mu);
  const csv = await files("csv");
  expect(csv.map(({ path }) => path)).toEqual([
    "memories.csv",
    "periods.csv",
    "sources.csv",
    "events.csv",
    "uses.csv",
  ]);
  expect(csv[0]?.content).toContain("'=HYPERLINK(1)");
  expect(csv[0]?.content.split("\r\n")[0]).toContain("memory_id,fact_id,revision,scope");
});
