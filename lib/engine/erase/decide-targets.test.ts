import { describe, expect, test } from "vitest";
import { DELETION_TARGETS } from "@/lib/contracts/deletions";
import {
  decideStatus,
  decideTargets,
  type ErasureFindings,
  retryAt,
} from "@/lib/engine/erase/decide-targets";
import { NO_WORK } from "@/lib/store/erasure/deletion-targets";
import { NO_ROWS } from "@/lib/store/erasure/erasure-plan";
import type { Surroundings } from "@/lib/store/erasure/probe-surroundings";

const NOW = new Date("2026-10-01T08:00:00Z");
const ALONE: Surroundings = {
  relationTables: 0,
  keptAnswers: 3,
  replicas: { connected: 0, slots: 0, position: "0/1" },
  backups: { known: 0, living: 0, lastEnds: null },
};
const CLEAN: ErasureFindings = {
  found: { ...NO_ROWS, contents: 2, lexemes: 2 },
  removed: { ...NO_ROWS, contents: 2, lexemes: 2 },
  left: NO_ROWS,
  derived: { found: 0, removed: 0, left: 0 },
  surroundings: ALONE,
  replica: null,
};

function decide(changes: Partial<ErasureFindings>) {
  const targets = decideTargets({ ...CLEAN, ...changes }, { attempts: new Map(), work: NO_WORK }, NOW);
  const find = (name: string) => targets.find((target) => target.target === name);
  return { targets, find, status: decideStatus(targets) };
}

describe("what is known of the places a copy can live", () => {
  test("all eleven are told of, and complete means that each is clean or absent", () => {
    const { targets, status } = decide({});
    expect(targets.map((target) => target.target)).toEqual([...DELETION_TARGETS]);
    expect(status).toBe("complete");
    expect(targets.every((target) => target.evidence !== null)).toBe(true);
  });

  test("before anything was looked at again nothing is done, whatever was removed", () => {
    const { targets, status } = decide({ left: null, surroundings: null });
    expect(new Set(targets.map((target) => target.state))).toEqual(new Set(["running"]));
    expect(status).toBe("running");
  });

  test.each([
    ["contents", "primary"],
    ["payloads", "primary"],
    ["quotes", "primary"],
    ["keys", "primary"],
    ["lexemes", "search_index"],
    ["vectors", "vector_index"],
    ["cachedVectors", "embedding_cache"],
    ["traceTexts", "traces"],
    ["exportFiles", "exports"],
  ] as const)("one row left in %s fails %s, with its number and a time to try again", (place, name) => {
    const { find, status } = decide({ left: { ...NO_ROWS, [place]: 1 } });
    expect(find(name)).toMatchObject({ state: "failed", left: 1, due: new Date(NOW.getTime() + 2_000) });
    expect(find(name)?.evidence?.detail).toMatchObject({ [`left_${place}`]: 1 });
    expect(status).toBe("failed");
  });

  test("a derived memory that stands is not done", () => {
    expect(decide({ derived: { found: 2, removed: 1, left: 1 } }).find("derived_memories")?.state).toBe(
      "failed",
    );
  });

  test("a place that exists and is not covered is never called absent", () => {
    const { find, status } = decide({ surroundings: { ...ALONE, relationTables: 1 } });
    expect(find("relation_index")?.state).toBe("failed");
    expect(status).toBe("failed");
  });

  test("a replica waits until each has replayed past the erasure; a slot without a reader waits too", () => {
    const replicas = { connected: 2, slots: 1, position: "0/9" };
    const at = (replica: ErasureFindings["replica"], changes = {}) =>
      decide({ surroundings: { ...ALONE, replicas: { ...replicas, ...changes } }, replica });
    expect(at(null)).toMatchObject({ status: "waiting" });
    expect(at({ connected: 2, passed: 1, unreadable: 0 }).find("replica")).toMatchObject({
      state: "waiting",
      left: 1,
    });
    expect(at({ connected: 2, passed: 1, unreadable: 1 }).find("replica")?.state).toBe("waiting");
    expect(at({ connected: 2, passed: 2, unreadable: 0 })).toMatchObject({ status: "complete" });
    const lonelySlot = at({ connected: 0, passed: 0, unreadable: 0 }, { connected: 0 });
    expect(lonelySlot.find("replica")).toMatchObject({ state: "waiting", left: 1 });
  });

  test("backups that held it keep it open until the last of them ends, and no longer", () => {
    const lastEnds = new Date("2026-11-01T00:00:00Z");
    const living = decide({ surroundings: { ...ALONE, backups: { known: 3, living: 2, lastEnds } } });
    expect(living.find("backup")).toMatchObject({
      state: "waiting",
      found: 3,
      removed: 1,
      left: 2,
      due: lastEnds,
    });
    expect(living.status).toBe("waiting");
    const past = new Date(NOW.getTime() - 1);
    const overdue = decide({ surroundings: { ...ALONE, backups: { known: 3, living: 1, lastEnds: past } } });
    expect(overdue.find("backup")).toMatchObject({
      state: "waiting",
      due: new Date(NOW.getTime() + 3_600_000),
    });
    const ended = decide({ surroundings: { ...ALONE, backups: { known: 3, living: 0, lastEnds } } });
    expect(ended.find("backup")).toMatchObject({ state: "done", found: 3, removed: 3, left: 0, due: null });
    expect(ended.status).toBe("complete");
    expect(decide({}).find("backup")?.evidence?.detail).toMatchObject({ copies_made_outside: "not_known" });
  });

  test("a trouble outweighs a wait, and tries come further apart, up to an hour", () => {
    expect(decideStatus([{ state: "waiting" }, { state: "failed" }, { state: "done" }])).toBe("failed");
    expect(decideStatus([{ state: "pending" }, { state: "waiting" }])).toBe("running");
    const waits = [1, 2, 3, 11, 12, 100].map(
      (attempts) => (retryAt(NOW, attempts).getTime() - NOW.getTime()) / 1_000,
    );
    expect(waits).toEqual([2, 4, 8, 2_048, 3_600, 3_600]);
  });
});
