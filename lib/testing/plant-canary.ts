import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { listLexemes } from "@/lib/engine/policy/analyse-text";
import { embeddingDigest, embeddingText } from "@/lib/engine/policy/embedding-text";
import { createId } from "@/lib/platform/ids";
import type { Database } from "@/lib/store/client";
import { queryRows } from "@/lib/store/rows";
import { candidates, eventPayloads, events, outbox } from "@/lib/store/schema/ledger";
import {
  embeddingCache,
  facts,
  memories,
  memoryContents,
  memoryPeriods,
  memorySources,
  memoryTransitions,
  searchVectors,
} from "@/lib/store/schema/memory";
import { entities, entityAliases } from "@/lib/store/schema/naming";
import { retrievals, retrievalTexts, usage } from "@/lib/store/schema/retrieval";
import { reviews } from "@/lib/store/schema/review";
import type { ReadWorld } from "@/lib/testing/read-world";

export interface Canary {
  /** One word of each script, found nowhere else. */
  words: [english: string, chinese: string];
  memoryId: string;
  factId: string;
  eventId: string;
  retrievalId: string;
  vector: number[];
}

export interface PlantOptions {
  scope?: string;
  subject?: string;
  /** Another version of this fact. */
  factId?: string;
  revision?: number;
  /** Another memory of the same event. */
  eventId?: string;
  relation?: "supports" | "derived_from";
  kind?: "semantic" | "episodic";
  statement?: string;
  words?: [string, string];
}

const MODEL = "canary@1";
const AGENT = "agt_0000000000000000000000test";

/** A memory whose words stand in every field that takes words from outside, as rows in the shapes of the engine. */
export async function plantCanary(world: ReadWorld, options: PlantOptions = {}): Promise<Canary> {
  const { tenantId, deps } = world;
  const at = world.clock.now();
  const mark = randomBytes(5).toString("hex");
  const words: [string, string] = options.words ?? [`canary${mark}`, `金丝雀${mark}`];
  const text = options.statement ?? words.join(" ");
  const scope = options.scope ?? "project:A";
  const subject = options.subject ?? `entity:${text}`;
  const ids = {
    memoryId: createId("mem", at),
    factId: options.factId ?? createId("fact", at),
    eventId: options.eventId ?? createId("evt", at),
    retrievalId: createId("ret", at),
  };
  const vector = Array.from({ length: 8 }, () => Math.random());
  const episode = options.kind === "episodic" ? { task: text, outcome: text, cause: text } : null;
  await deps.database.withTenant(tenantId, async (tx) => {
    const own = { tenantId, memoryId: ids.memoryId };
    if (options.eventId === undefined) {
      await tx.insert(events).values({
        tenantId,
        eventId: ids.eventId,
        type: "message",
        scope,
        actorKind: "user",
        sourceType: "user_statement",
        writerKind: "agent",
        writerId: AGENT,
        occurredAt: at,
        recordedAt: at,
        digest: `digest ${ids.eventId}`,
      });
      await tx.insert(eventPayloads).values({
        tenantId,
        eventId: ids.eventId,
        salt: randomBytes(16),
        content: { text },
        subject,
        sessionId: text,
        sourceRef: text,
        sourceUri: `https://example.test/${text}`,
        language: text,
        episode,
      });
    }
    if (options.factId === undefined) {
      await tx.insert(facts).values({
        tenantId,
        factId: ids.factId,
        scope,
        subject,
        predicate: `says ${text}`,
        subjectKey: `entity:${text} ${mark}`,
        predicateKey: `says_${text}_${mark}`,
        writtenSubject: text,
        instance: options.kind === "episodic" ? ids.eventId : "",
        cardinality: "one",
        revisions: 1,
        knownBound: at,
        createdAt: at,
      });
    }
    const revision = options.revision ?? 1;
    // Another name of what it is about, unless that is a person or a place of many memories.
    if (options.subject === undefined) {
      const entityId = createId("ent", at);
      await tx.insert(entities).values({ tenantId, entityId, subject, createdAt: at }).onConflictDoNothing();
      const made = await queryRows(
        tx,
        sql`select 1 from entities where tenant_id = ${tenantId} and entity_id = ${entityId}`,
      );
      if (made.length > 0) {
        await tx.insert(entityAliases).values({
          tenantId,
          aliasId: createId("ali", at),
          scope: "",
          alias: `also ${text}`,
          aliasKey: `entity:also ${text} ${mark}`,
          entityId,
          createdAt: at,
          createdByKind: "agent",
          createdById: AGENT,
        });
      }
    }
    await tx.insert(memories).values({
      ...own,
      factId: ids.factId,
      revision,
      seq: revision,
      scope,
      kind: options.kind ?? "semantic",
      cardinality: "one",
      provenanceType: "user_statement",
      assertion: "explicit",
      authority: 50,
      claimFrom: at,
      claimState: "held",
      status: "active",
      confirmation: "confirmed",
      stateRevision: 0,
      trust: 0.8,
      certainty: 1,
      confidence: 1,
      importance: 5,
      sensitivity: "low",
      observedAt: at,
      recordedAt: at,
      writerKind: "agent",
      writerId: AGENT,
      useCount: 0,
      updatedAt: at,
      schemaVersion: 1,
    });
    await tx.insert(memoryContents).values({
      ...own,
      value: { text },
      statement: text,
      topic: text,
      purpose: text,
      consentBasis: text,
      writeReason: text,
      metadata: { note: text },
      episode,
      valueDigest: ids.memoryId,
    });
    await tx.insert(memorySources).values({
      ...own,
      eventId: ids.eventId,
      relation: options.relation ?? "supports",
      sourceType: "user_statement",
      writerId: AGENT,
      quote: text,
      observedAt: at,
      recordedAt: at,
    });
    await tx.insert(candidates).values({
      tenantId,
      candidateId: createId("cand", at),
      eventId: ids.eventId,
      extractor: "agent",
      scope,
      proposal: { subject, value: text, statement: text, quote: text },
      outcome: "committed",
      operation: "ADD",
      reasonCode: "added",
      memoryId: ids.memoryId,
      superseded: [],
      conflictsWith: [],
      policyVersion: 0,
      createdAt: at,
    });
    await tx.insert(memoryTransitions).values({
      tenantId,
      transitionId: createId("trn", at),
      factId: ids.factId,
      memoryId: ids.memoryId,
      operation: "ADD",
      fromStatus: null,
      toStatus: "active",
      fromConfirmation: null,
      toConfirmation: "confirmed",
      at,
      actorKind: "agent",
      actorId: AGENT,
      reasonCode: "added",
      reason: text,
    });
    await tx.insert(reviews).values({
      tenantId,
      reviewId: createId("rev", at),
      objectType: "approval",
      objectId: createId("apr", at),
      memoryIds: [ids.memoryId],
      action: "approve",
      actorKind: "user",
      actorId: "usr_0000000000000000000000test",
      via: "page",
      at,
      reason: text,
    });
    if (revision === 1) {
      await tx.insert(memoryPeriods).values({
        ...own,
        periodId: createId("per", at),
        factId: ids.factId,
        single: true,
        valid: `[${at.toISOString()},)`,
        known: `[${at.toISOString()},)`,
        confirmation: "confirmed",
      });
    }
    const lexemes = [...new Set([...listLexemes(text), ...words])].map((word) => `'${word}':1`).join(" ");
    await tx.execute(sql`insert into search_index (tenant_id, scope, memory_id, fact_id, kind, state, lexemes, length,
        analyser, preview, name, indexed_at)
      values (${tenantId}, ${scope}, ${ids.memoryId}, ${ids.factId}, 'semantic', 'live', ${lexemes}::text::tsvector, 2,
        'test', ${text}, ${text}, ${at.toISOString()}::timestamptz)`);
    await tx.insert(searchVectors).values({
      ...own,
      scope,
      model: MODEL,
      state: "live",
      embedding: vector,
      indexedAt: at,
    });
    const textDigest = embeddingDigest(deps.ports.keys, tenantId, MODEL, embeddingText({ statement: text }));
    await tx
      .insert(embeddingCache)
      .values({ tenantId, model: MODEL, textDigest, embedding: vector, createdAt: at })
      .onConflictDoNothing();
    await tx.insert(retrievals).values({
      tenantId,
      retrievalId: ids.retrievalId,
      at,
      actorKind: "agent",
      actorId: AGENT,
      intent: "general",
      policyVersion: 0,
      candidateCount: 1,
      packedCount: 1,
      rejectedCount: 0,
      conflictCount: 0,
      tokenBudget: 100,
      tokensUsed: 10,
      degraded: [],
      tookMs: 1,
      memoryIds: [ids.memoryId],
      trace: {},
      requestId: createId("req", at),
    });
    await tx.insert(retrievalTexts).values({
      tenantId,
      retrievalId: ids.retrievalId,
      query: `who is ${text}`,
      received: { query: text, scopes: [scope] },
      note: text,
    });
    await tx.insert(usage).values({
      ...own,
      retrievalId: ids.retrievalId,
      outcome: "helped",
      at,
      actorKind: "agent",
      actorId: AGENT,
    });
    await tx.insert(outbox).values({
      tenantId,
      outboxId: createId("out", at),
      kind: "memory.index",
      objectId: ids.memoryId,
      createdAt: at,
      dueAt: at,
      attempts: 1,
      lastError: text,
    });
  });
  return { words, ...ids, vector };
}

/** `table.column` of every tenant table whose rows, as text, hold one of the words. Bytes are looked through as well. */
export function scanForWords(world: ReadWorld, words: readonly string[]): Promise<string[]> {
  return scanTenant(world.deps.database, world.tenantId, words);
}

export async function scanTenant(
  database: Database,
  tenantId: string,
  words: readonly string[],
): Promise<string[]> {
  return database.withTenant(tenantId, async (tx) => {
    const columns = await queryRows<{ table_name: string; column_name: string }>(
      tx,
      sql`select c.relname as table_name, a.attname as column_name
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
        order by 1, a.attnum`,
    );
    const patterns = words.flatMap((word) => [
      word.toLowerCase(),
      Buffer.from(word.toLowerCase()).toString("hex"),
    ]);
    const found: string[] = [];
    for (const { table_name: table, column_name: column } of columns) {
      const hit = sql.join(
        patterns.map(
          (pattern) => sql`position(${pattern}::text in lower(${sql.identifier(column)}::text)) > 0`,
        ),
        sql` or `,
      );
      const rows = await queryRows<{ hits: number }>(
        tx,
        sql`select count(*)::int as hits from ${sql.identifier(table)} where ${hit}`,
      );
      if ((rows[0]?.hits ?? 0) > 0) found.push(`${table}.${column}`);
    }
    return found;
  });
}
