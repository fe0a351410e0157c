import { describe, expect, it } from "vitest";
import type { Found, SearchResult } from "@/lib/engine/model/read-query";
import { packMemories } from "@/lib/engine/pack/pack-memories";
import { DEFAULT_RETRIEVAL_POLICY as policy } from "@/lib/engine/policy/retrieval-policy";
import { buildTrace } from "@/lib/engine/retrieve/build-trace";
import { capSources, isCapped } from "@/lib/engine/retrieve/cap-sources";
import { projectQuery } from "@/lib/engine/retrieve/project-query";
import { rankFound } from "@/lib/engine/retrieve/rank-found";
import type { Candidates } from "@/lib/engine/retrieve/retrieve-candidates";
import { settleConflicts, withFolds } from "@/lib/engine/retrieve/settle-conflicts";
import { INTENTS, type RetrievalTrace } from "@/lib/contracts/retrievals";

const NOW = new Date("2026-10-28T12:00:00Z");

/** A small fixed generator: the same worlds on every run. */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    next,
    below: (n: number) => Math.floor(next() * n),
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T,
    maybe: (value: number) => (next() < 0.6 ? value : null),
  };
}
type Random = ReturnType<typeof createRandom>;

function createFound(random: Random, index: number): Found {
  const kind = random.pick(["semantic", "episodic", "procedural"] as const);
  const at = new Date(NOW.getTime() - random.below(400) * 86_400_000);
  return {
    memoryId: `mem_${index}`,
    factId: `fact_${random.below(20)}`,
    scope: random.pick(["project:A", "user:u1", "org:o"]),
    kind,
    status: random.pick(["active", "superseded"] as const),
    confirmation: random.pick(["confirmed", "inferred", "observed"] as const),
    sourceType: random.pick(["user_statement", "agent_inference", "verified_db"] as const),
    trust: random.next(),
    importance: 1 + random.below(10),
    temporalScope: random.pick([null, "preference", "temporary"]),
    openEnded: random.next() < 0.8,
    asOf: at,
    updatedAt: at,
    subject: random.pick(["project:A", "user:u1", null]),
    predicate: random.pick(["colour", "deadline", null]),
    statement: random
      .pick(["Ana: I like red", "the deadline is Friday", "标题用红色", "why? "])
      .repeat(1 + random.below(6)),
    eventIds: [`evt_${random.below(12)}`],
    contradictions: random.below(4),
    challenges: null,
    conflictsWith: [],
    structured: random.maybe(random.next()),
    fullText: random.maybe(random.next() * 2),
    words: random.maybe(random.next()),
    vector: random.maybe(random.next() * 2 - 1),
    relation: random.next() < 0.2 ? random.next() : null,
    turn:
      kind === "episodic" && random.next() < 0.8
        ? {
            own: random.next(),
            before: random.next(),
            after: random.next(),
            further: random.next() * 2,
            beforeAsks: random.next() < 0.5,
            talk: random.next(),
            asks: random.next() < 0.3,
            tellsTime: random.next() < 0.3,
            atTime: random.next() < 0.3,
            length: random.below(80),
          }
        : null,
  };
}

const applied = { state: "applied", reason: "", found: 0 } as const;

interface Traced {
  trace: Omit<RetrievalTrace, "use">;
  rrfK: number;
  candidates: Candidates;
  sourceCap: number;
}

function traceOf(random: Random): Traced {
  const found = Array.from({ length: random.below(40) }, (_, index) => createFound(random, index));
  const rejects = random.below(30);
  const intent = random.pick(INTENTS);
  const call = {
    tenantId: "ten_1",
    actor: { kind: "agent" as const, id: "agt_1", name: null },
    via: "api" as const,
    roles: [],
    scopes: ["project:A", "user:u1", "org:o"],
    purposes: null,
    sourceTypes: [],
    writeMode: "full" as const,
    self: null,
    keyId: null,
  };
  const projection = projectQuery(
    call,
    {
      query: random.pick(["Ana likes which colour?", "When is the deadline?", "标题颜色"]),
      intent,
      k: 1 + random.below(12),
      token_budget: 64 + random.below(700),
    },
    policy,
    NOW,
    "UTC",
  );
  const ranked = rankFound(found, {
    policy,
    intent,
    highRisk: random.next() < 0.3,
    exactScopes: projection.exactScopes,
    validAt: NOW,
    queryLexemes: projection.query.lexemes,
    asksWhen: projection.asksWhen,
    denseWeight: random.pick([0, 0.3]),
  });
  const settled = settleConflicts(ranked, {
    checkConsensus: random.next() < 0.5,
    contradictionsNeeded: policy.consensusContradictions,
    duplicateOverlap: policy.duplicateOverlap,
  });
  const sourceCap = 1 + random.below(4);
  const capped = capSources(settled.units, new Map(), sourceCap);
  const units = capped.units.slice(0, projection.k);
  const search: SearchResult = {
    held: found.length + rejects + 5,
    admitted: found.length + 5,
    rejectCounts: rejects === 0 ? {} : { status: rejects },
    rejects: [],
    found,
  };
  const candidates: Candidates = {
    search,
    ranked: withFolds(ranked, settled.units),
    dropped: [...settled.dropped, ...capped.dropped],
    units: units.map((unit) => ({ members: unit.members.map((member) => member.found), rule: false })),
    belowK: capped.units.slice(projection.k).flatMap((unit) => unit.members),
    channelStates: { structured: applied, full_text: applied, vector: applied, relation: applied },
    degraded: [],
    timings: { search: 1, rank: 1, settle: 1 },
  };
  const pack = packMemories(candidates.units, projection.tokenBudget);
  const trace = buildTrace({
    trigger: { triggered: true, reason: "query: x" },
    projection,
    policy,
    policyVersion: 0,
    embedderModel: null,
    candidates,
    pack,
    conflicts: [],
    contextMs: 0,
    packMs: 0,
    tookMs: 3,
  });
  return { trace: trace as unknown as Omit<RetrievalTrace, "use">, rrfK: policy.rrfK, candidates, sourceCap };
}

describe("a trace", () => {
  const random = createRandom(41);
  const traces = Array.from({ length: 400 }, () => traceOf(random));

  it("has scores that are the weighted sum of their parts, each in [0,1]", () => {
    for (const { trace } of traces) {
      const { weights } = trace;
      for (const { parts, score } of trace.candidates) {
        for (const part of Object.values(parts)) {
          expect(part).toBeGreaterThanOrEqual(0);
          expect(part).toBeLessThanOrEqual(1);
        }
        const sum = weights.R * parts.R + weights.I * parts.I + weights.T * parts.T + weights.P * parts.P;
        expect(score).toBeCloseTo(sum, 12);
      }
    }
  });

  it("has ranks that count each channel's candidates from one, and fuses exactly those", () => {
    for (const { trace, rrfK } of traces) {
      for (const name of ["structured", "full_text", "vector", "relation"] as const) {
        const in_ = trace.candidates.flatMap(({ channels }) => channels[name] ?? []);
        expect(in_.map(({ rank }) => rank).sort((a, b) => a - b)).toEqual(in_.map((_, i) => i + 1));
        const byRank = [...in_].sort((a, b) => a.rank - b.rank).map(({ score }) => score);
        expect(byRank).toEqual([...byRank].sort((a, b) => b - a));
      }
      for (const { channels, rrf } of trace.candidates) {
        const sum = Object.values(channels).reduce((total, { rank }) => total + 1 / (rrfK + rank), 0);
        expect(rrf).toBeCloseTo(sum, 12);
      }
    }
  });

  it("has candidates in the order of their scores", () => {
    for (const { trace } of traces) {
      const scores = trace.candidates.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    }
  });

  it("has stages of which each takes in what the one before let out, and reasons for all that was lost", () => {
    for (const { trace } of traces) {
      const stages = Object.fromEntries(trace.stages.map((stage) => [stage.stage, stage]));
      const order = trace.stages.filter(({ stage }) => stage !== "use");
      for (const [index, stage] of order.slice(1).entries()) expect(stage.in).toBe(order[index]?.out);
      const lost = (name: string) => (stages[name]?.in ?? 0) - (stages[name]?.out ?? 0);
      const rejected = Object.values(trace.reject_counts).reduce((sum, count) => sum + count, 0);
      expect(lost("hard_filter")).toBe(rejected);
      const dropped = (codes: readonly string[]) =>
        trace.candidates.filter(({ reason_code: code }) => code !== undefined && codes.includes(code)).length;
      expect(lost("conflicts")).toBe(
        dropped(["shadowed", "duplicate_of", "consensus", "conflict", "source_cap"]),
      );
      expect(lost("packing")).toBe(dropped(["below_k", "budget"]));
      for (const line of trace.candidates) {
        expect(line.outcome === "packed").toBe(line.reason_code === undefined && line.position !== undefined);
      }
    }
  });

  it("shows of no source more than it may bring, and drops none before", () => {
    let capped = 0;
    for (const { trace, candidates, sourceCap } of traces) {
      const shown = new Map<string, number>();
      for (const { members } of candidates.units) {
        for (const found of members.filter(isCapped)) {
          const root = found.eventIds.at(-1) ?? "";
          shown.set(root, (shown.get(root) ?? 0) + 1);
        }
      }
      for (const count of shown.values()) expect(count).toBeLessThanOrEqual(sourceCap);
      for (const { ranked, code } of candidates.dropped) {
        if (code === "source_cap") expect(ranked.found.confirmation).not.toBe("confirmed");
      }
      capped += trace.candidates.filter(({ reason_code: code }) => code === "source_cap").length;
    }
    expect(capped).toBeGreaterThan(50);
  });

  it("keeps the sources of what it folds with the one that is shown", () => {
    let folded = 0;
    for (const { trace, candidates } of traces) {
      const shown = new Map(candidates.ranked.map(({ found }) => [found.memoryId, found]));
      for (const { by, reason_code: code, memory_id: id } of trace.candidates) {
        if (code !== "duplicate_of") continue;
        folded += 1;
        const front = shown.get(by ?? "");
        if (trace.candidates.find((line) => line.memory_id === by)?.reason_code !== undefined) continue;
        expect(front?.folded).toContain(id);
        for (const eventId of shown.get(id)?.eventIds ?? []) expect(front?.eventIds).toContain(eventId);
      }
    }
    expect(folded).toBeGreaterThan(50);
  });

  it("has tokens that add up to what was used, within the budget", () => {
    for (const { trace } of traces) {
      const { pack } = trace;
      const items = pack.items.reduce((sum, { tokens }) => sum + tokens, 0);
      expect(pack.overhead + items).toBe(pack.used);
      expect(pack.used).toBeLessThanOrEqual(pack.budget);
      const packed = trace.candidates.filter(({ outcome }) => outcome === "packed");
      expect(packed.map(({ tokens }) => tokens).reduce((sum, tokens) => sum + tokens, 0)).toBe(items);
      expect(packed.map(({ position }) => position).sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
        pack.items.map(({ position }) => position),
      );
      for (const miss of pack.near_misses) expect(miss.needs).toBeGreaterThan(miss.left);
    }
  });
});
