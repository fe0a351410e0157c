import { DELETION_TARGETS, type DeletionStatus, type DeletionTargetName } from "@/lib/contracts/deletions";
import type { TargetRecord, TargetWork } from "@/lib/store/erasure/deletion-targets";
import type { PlaceCounts } from "@/lib/store/erasure/erasure-plan";
import type { ReplicaPositions, Surroundings } from "@/lib/store/erasure/probe-surroundings";

export interface ErasureFindings {
  found: PlaceCounts;
  removed: PlaceCounts;
  /** Null before anything was looked at again: nothing is done until then. */
  left: PlaceCounts | null;
  derived: { found: number; removed: number; left: number };
  surroundings: Surroundings | null;
  /** What the copies have replayed; null when nobody could ask. */
  replica: ReplicaPositions | null;
}

interface Outcome {
  state: TargetRecord["state"];
  found: number;
  removed: number;
  left: number;
  method: string;
  detail: Record<string, number | string | boolean | null>;
  due: Date | null;
}

const PRIMARY = [
  "contents",
  "periods",
  "sources",
  "quotes",
  "payloads",
  "proposals",
  "reasons",
  "rulings",
  "keys",
  "names",
  "openWork",
] as const satisfies readonly (keyof PlaceCounts)[];

/**
 * What is known of each of the eleven places a copy can live, from counts alone. A place that does not exist here says
 * so, with what was looked at; one that we cannot empty says until when it waits.
 */
export function decideTargets(
  findings: ErasureFindings,
  kept: { attempts: ReadonlyMap<DeletionTargetName, number>; work: TargetWork },
  now: Date,
): TargetRecord[] {
  return DELETION_TARGETS.map((target) => {
    const outcome = decideOutcome(target, findings, now);
    const attempts = (kept.attempts.get(target) ?? 0) + 1;
    return {
      target,
      state: outcome.state,
      found: outcome.found,
      removed: outcome.removed,
      left: outcome.left,
      attempts,
      checkedAt: findings.left === null ? null : now,
      evidence:
        findings.left === null
          ? null
          : {
              method: outcome.method,
              detail: { ...outcome.detail, ...(target === "primary" && describeKeys(kept.work)) },
            },
      work: target === "primary" ? kept.work : null,
      due: outcome.state === "failed" ? retryAt(now, attempts) : outcome.due,
    };
  });
}

/** A destroyed data key ends what was encrypted under it in every copy, also in those that nobody knows of. */
function describeKeys({ keys }: TargetWork): Outcome["detail"] {
  if (!keys) return {};
  const { destroyed, rowsLeft } = keys;
  return {
    keys_destroyed: destroyed.length,
    ...(destroyed.length > 0 && { key_ids: destroyed.join(" ") }),
    ...(rowsLeft > 0 && { key_kept_for_rows: rowsLeft }),
  };
}

/** Seconds 2, 4, 8 … up to an hour. */
export function retryAt(now: Date, attempts: number): Date {
  return new Date(now.getTime() + 1_000 * Math.min(3_600, 2 ** Math.min(attempts, 12)));
}

/** Complete only when every place is clean or does not exist. */
export function decideStatus(targets: readonly Pick<TargetRecord, "state">[]): DeletionStatus {
  const states = new Set(targets.map((target) => target.state));
  if (states.has("failed")) return "failed";
  if (states.has("pending") || states.has("running")) return "running";
  return states.has("waiting") ? "waiting" : "complete";
}

function decideOutcome(target: DeletionTargetName, findings: ErasureFindings, now: Date): Outcome {
  switch (target) {
    case "primary":
      return ofPlaces(findings, PRIMARY, "rows_counted_again");
    case "search_index":
      return ofPlaces(findings, ["lexemes"], "index_searched_by_id");
    case "vector_index":
      return ofPlaces(findings, ["vectors"], "index_searched_by_id");
    case "embedding_cache":
      return ofPlaces(findings, ["cachedVectors"], "cache_searched_by_digest");
    case "traces":
      return ofPlaces(findings, ["traceTexts"], "traces_searched_by_id");
    case "exports":
      return ofPlaces(findings, ["exportFiles"], "exports_searched_by_subject");
    case "derived_memories":
      return ofDerived(findings);
    default:
      return ofSurroundings(target, findings.surroundings, findings.replica, now);
  }
}

function sum(counts: PlaceCounts, places: readonly (keyof PlaceCounts)[]): number {
  return places.reduce((total, place) => total + counts[place], 0);
}

function ofPlaces(
  findings: ErasureFindings,
  places: readonly (keyof PlaceCounts)[],
  method: string,
): Outcome {
  const found = sum(findings.found, places);
  const removed = sum(findings.removed, places);
  const { left } = findings;
  if (left === null) return { state: "running", found, removed, left: 0, method, detail: {}, due: null };
  const remaining = sum(left, places);
  const detail: Outcome["detail"] = {};
  if (places.length > 1) {
    for (const place of places) detail[place] = findings.removed[place];
  }
  for (const place of places) if (left[place] > 0) detail[`left_${place}`] = left[place];
  return {
    state: remaining === 0 ? "done" : "failed",
    found,
    removed,
    left: remaining,
    method,
    detail,
    due: null,
  };
}

function ofDerived({ derived, left }: ErasureFindings): Outcome {
  const state = left === null ? "running" : derived.left === 0 ? "done" : "failed";
  return {
    ...derived,
    state,
    method: "derived_searched_by_source",
    detail: { erased_with_source: derived.removed },
    due: null,
  };
}

function ofSurroundings(
  target: DeletionTargetName,
  around: Surroundings | null,
  replica: ReplicaPositions | null,
  now: Date,
): Outcome {
  if (around === null) return { ...NOTHING, state: "running", method: "not_looked_yet", detail: {} };
  const absent = (method: string, detail: Outcome["detail"]): Outcome => ({
    ...NOTHING,
    state: "not_present",
    method,
    detail,
  });
  switch (target) {
    case "relation_index":
      return around.relationTables === 0
        ? absent("no_relation_index", { tables: 0 })
        : {
            ...NOTHING,
            state: "failed",
            method: "relation_index_not_covered",
            detail: { tables: around.relationTables },
          };
    case "response_cache":
      return absent("answers_are_not_cached", { kept_answers: around.keptAnswers, they_hold: "ids" });
    case "replica":
      return ofReplica(around.replicas, replica);
    default:
      return ofBackups(around.backups, now);
  }
}

const OVERDUE_MS = 3_600_000;
const NOTHING = { found: 0, removed: 0, left: 0, due: null };

function ofReplica({ connected, slots }: Surroundings["replicas"], seen: ReplicaPositions | null): Outcome {
  if (connected === 0 && slots === 0) {
    return { ...NOTHING, state: "not_present", method: "no_replica_connected", detail: { connected, slots } };
  }
  if (seen === null || seen.unreadable > 0 || seen.connected < Math.max(connected, slots)) {
    // A slot without a reader keeps the old log for whoever comes back: that is a copy too.
    const detail = { connected, slots, passed: seen?.passed ?? null };
    return {
      ...NOTHING,
      state: "waiting",
      left: Math.max(connected, slots),
      method: "replica_position_not_known",
      detail,
    };
  }
  const left = seen.connected - seen.passed;
  return {
    state: left === 0 ? "done" : "waiting",
    found: seen.connected,
    removed: seen.passed,
    left,
    method: "replica_replayed_past_erasure",
    detail: { connected, slots, passed: seen.passed },
    due: null,
  };
}

function ofBackups({ known, living, lastEnds }: Surroundings["backups"], now: Date): Outcome {
  // Copies that somebody makes of the database by other means are not ours to know; the receipt says so.
  if (known === 0 || lastEnds === null) {
    const detail = { known_backups: 0, copies_made_outside: "not_known" };
    return { ...NOTHING, state: "not_present", method: "no_backups_configured", detail };
  }
  const detail = { known_backups: known, last_ends: lastEnds.toISOString() };
  const counts = { found: known, removed: known - living, left: living, method: "backups_age_out", detail };
  return living === 0
    ? { ...counts, state: "done", due: null }
    : // One that should be gone and is not: looked for again, and still owed.
      { ...counts, state: "waiting", due: lastEnds > now ? lastEnds : new Date(now.getTime() + OVERDUE_MS) };
}
